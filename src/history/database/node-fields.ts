/** Maps node_exporter metrics to plugin fields, for fleets on which Gander does not run everywhere. */
import { formatUptime } from '../../core/format-uptime.ts';
import type { Unit } from '../../core/unit.ts';
import { itemLabel } from './item-label.ts';
import { type QueryScope, rateOf, selector } from './promql.ts';
import {
  rateField,
  type StoredField,
  type StoredItem,
  type StoredProfile,
  type StoredText,
} from './stored-field.ts';
import { systemTexts } from './system-texts.ts';

/** Hidden by default, as in the plugins. */
const INTERFACES = 'device!~"lo|docker.*|veth.*"';
const FILE_SYSTEMS = 'fstype!~"|tmpfs|ramfs|overlay|squashfs|iso9660"';

interface Own {
  unit: Unit | null;
  metric: string;
  item?: StoredItem;
  factor?: number;
  isPlain?: boolean;
  isRecorded?: boolean;
  kind?: StoredField['kind'];
  expression(scope: QueryScope): string;
}

const field = (plugin: string, name: string, own: Own): StoredField => ({
  plugin,
  field: name,
  unit: own.unit,
  kind: own.kind ?? 'gauge',
  isRecorded: own.isRecorded ?? true,
  isFlag: false,
  item: own.item ?? null,
  probe: { metric: own.metric, labels: {} },
  expression: own.expression,
  isPlain: own.isPlain ?? false,
  factor: own.factor ?? 1,
});

/** A gauge as it is. */
const plain = (
  plugin: string,
  name: string,
  unit: Unit | null,
  metric: string,
  more: Pick<Own, 'item' | 'isRecorded'> & { matchers?: readonly string[] } = {},
): StoredField =>
  field(plugin, name, {
    unit,
    metric,
    ...more,
    isPlain: true,
    expression: (scope) => selector(metric, scope, ...(more.matchers ?? [])),
  });

const rate = (
  plugin: string,
  name: string,
  unit: Unit,
  metric: string,
  more: Pick<Own, 'item' | 'factor'> & { matchers?: readonly string[] } = {},
): StoredField =>
  field(plugin, rateField(name), {
    unit,
    metric,
    ...more,
    kind: 'rate',
    expression: (scope) => rateOf(metric, scope, ...(more.matchers ?? [])),
  });

const SECONDS = 'node_cpu_seconds_total';
/** Shares of time; the kernel counts I/O wait separately from idle time. */
const CPU: Readonly<Record<string, string>> = {
  user: 'mode="user"',
  system: 'mode="system"',
  nice: 'mode="nice"',
  idle: 'mode="idle"',
  iowait: 'mode="iowait"',
  irq: 'mode="irq"',
  softirq: 'mode="softirq"',
  steal: 'mode="steal"',
};
/** Everything but idle. */
const BUSY = 'mode!~"idle|iowait"';

const coresOf = (scope: QueryScope): string =>
  `count by (${scope.by}) (${selector(SECONDS, scope, 'mode="idle"')})`;
/** Sums of many rates slightly exceed the total. */
const shareOfAll = (modes: string) => (scope: QueryScope) =>
  `clamp_max(sum by (${scope.by}) (${rateOf(SECONDS, scope, modes)}) / ${coresOf(scope)}, 1)`;
const shareOfCore = (modes: string) => (scope: QueryScope) =>
  `clamp_max(sum by (${scope.by},cpu) (${rateOf(SECONDS, scope, modes)}), 1)`;

const CORE = itemLabel('cpu');
const cpuFields: StoredField[] = Object.entries({ total: BUSY, ...CPU }).flatMap(([name, modes]) => [
  // The plugin cpu has no such field.
  ...(name === 'softirq'
    ? []
    : [
        field('cpu', name, {
          unit: 'percent',
          metric: SECONDS,
          factor: 100,
          expression: shareOfAll(modes),
        }),
      ]),
  field('percpu', name, {
    unit: 'percent',
    metric: SECONDS,
    factor: 100,
    item: CORE,
    expression: shareOfCore(modes),
  }),
]);

const coresIn = (plugin: string): StoredField =>
  field(plugin, 'cpucore', { unit: 'number', metric: SECONDS, isRecorded: false, expression: coresOf });

/** Of /proc/meminfo. */
const memory = (name: string, scope: QueryScope): string => selector(`node_memory_${name}_bytes`, scope);
const used = (whole: string, free: string) => (scope: QueryScope) =>
  `(${memory(whole, scope)} - ${memory(free, scope)})`;
const share = (whole: string, free: string) => (scope: QueryScope) =>
  `${used(whole, free)(scope)} / (${memory(whole, scope)} > 0)`;
const memoryFields = (plugin: string, whole: string, free: string): StoredField[] => [
  plain(plugin, 'total', 'bytes', `node_memory_${whole}_bytes`, { isRecorded: false }),
  field(plugin, 'used', {
    unit: 'bytes',
    metric: `node_memory_${whole}_bytes`,
    expression: used(whole, free),
  }),
  field(plugin, 'percent', {
    unit: 'percent',
    metric: `node_memory_${whole}_bytes`,
    factor: 100,
    expression: share(whole, free),
  }),
];

const DEVICE = itemLabel('device');
const INTERFACE = { item: DEVICE, matchers: [INTERFACES] };
const DISK = { item: DEVICE };
const MOUNT = { item: itemLabel('mountpoint'), matchers: [FILE_SYSTEMS] };
const fs = (word: string, scope: QueryScope): string =>
  selector(`node_filesystem_${word}_bytes`, scope, FILE_SYSTEMS);
const fsUsed = (scope: QueryScope): string => `(${fs('size', scope)} - ${fs('free', scope)})`;
const onMount = (name: string, unit: Unit, factor: number, expression: Own['expression']): StoredField =>
  field('fs', name, { unit, metric: 'node_filesystem_size_bytes', item: MOUNT.item, factor, expression });

/** A chip and its sensor; their names have no spaces. */
const SENSOR: StoredItem = {
  of: ({ chip, sensor }) => (chip === undefined || sensor === undefined ? null : `${chip} ${sensor}`),
  matchers: () => [],
};

/** With the distribution, which older exporters lack. */
function nameOf(scope: QueryScope): string {
  const uname = selector('node_uname_info', scope);
  const distribution = selector('node_os_info', scope);
  return `${uname} * on (${scope.by}) group_left(pretty_name) ${distribution} or on (${scope.by}) ${uname}`;
}

const TEXTS: readonly StoredText[] = [
  {
    plugin: 'system',
    expression: nameOf,
    texts: ({ nodename = '', sysname = '', release = '', machine = '', pretty_name: distribution = '' }) =>
      systemTexts({
        hostname: nodename,
        os_name: sysname,
        os_version: release,
        platform: /64|s390x/.test(machine) ? '64bit' : '32bit',
        linux_distro: distribution,
      }),
  },
  {
    plugin: 'uptime',
    expression: (scope) =>
      `${selector('node_time_seconds', scope)} - ${selector('node_boot_time_seconds', scope)}`,
    texts: (_, seconds) => ({ '': formatUptime(seconds) }),
  },
];

export const NODE_PROFILE: StoredProfile = {
  presence: 'node_uname_info',
  texts: TEXTS,
  fields: [
    ...cpuFields,
    coresIn('cpu'),
    rate('cpu', 'ctx_switches', 'number', 'node_context_switches_total'),
    rate('cpu', 'interrupts', 'number', 'node_intr_total'),
    plain('load', 'min1', 'float', 'node_load1'),
    plain('load', 'min5', 'float', 'node_load5'),
    plain('load', 'min15', 'float', 'node_load15'),
    coresIn('load'),
    ...memoryFields('mem', 'MemTotal', 'MemAvailable'),
    plain('mem', 'available', 'bytes', 'node_memory_MemAvailable_bytes'),
    plain('mem', 'free', 'bytes', 'node_memory_MemFree_bytes'),
    plain('mem', 'active', 'bytes', 'node_memory_Active_bytes'),
    plain('mem', 'inactive', 'bytes', 'node_memory_Inactive_bytes'),
    plain('mem', 'buffers', 'bytes', 'node_memory_Buffers_bytes'),
    plain('mem', 'cached', 'bytes', 'node_memory_Cached_bytes'),
    plain('mem', 'shared', 'bytes', 'node_memory_Shmem_bytes'),
    ...memoryFields('memswap', 'SwapTotal', 'SwapFree'),
    plain('memswap', 'free', 'bytes', 'node_memory_SwapFree_bytes'),
    rate('network', 'bytes_recv', 'byte', 'node_network_receive_bytes_total', INTERFACE),
    rate('network', 'bytes_sent', 'byte', 'node_network_transmit_bytes_total', INTERFACE),
    rate('diskio', 'read_count', 'number', 'node_disk_reads_completed_total', DISK),
    rate('diskio', 'write_count', 'number', 'node_disk_writes_completed_total', DISK),
    rate('diskio', 'read_bytes', 'byte', 'node_disk_read_bytes_total', DISK),
    rate('diskio', 'write_bytes', 'byte', 'node_disk_written_bytes_total', DISK),
    rate('diskio', 'read_time', 'millisecond', 'node_disk_read_time_seconds_total', {
      ...DISK,
      factor: 1000,
    }),
    rate('diskio', 'write_time', 'millisecond', 'node_disk_write_time_seconds_total', {
      ...DISK,
      factor: 1000,
    }),
    plain('fs', 'size', 'byte', 'node_filesystem_size_bytes', { ...MOUNT, isRecorded: false }),
    plain('fs', 'free', 'byte', 'node_filesystem_avail_bytes', MOUNT),
    onMount('used', 'byte', 1, fsUsed),
    onMount(
      'percent',
      'percent',
      100,
      (scope) => `${fsUsed(scope)} / (${fsUsed(scope)} + ${fs('avail', scope)})`,
    ),
    plain('sensors', 'value', 'celsius', 'node_hwmon_temp_celsius', { item: SENSOR }),
    plain('processcount', 'running', 'number', 'node_procs_running'),
  ],
};
