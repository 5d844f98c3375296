/**
 * The published document of the API, as tables: sections 2 (plugins, shapes, fields) and 4 (routes); `published-limits.ts` has section 8. Rows of plugins that do not exist yet are checked from the day they do.
 */

/** Section 2.1. */
export const PLUGINS =
  `alert amps cloud connections containers core cpu diskio folders fs gpu help ip irq load mem
  memswap mpp network now npu percpu ports processcount processlist programlist libversion quicklook raid sensors smart
  system uptime version vms wifi`.split(/\s+/);

export type PublishedShape = 'object' | 'array' | 'string' | 'null';

/** Section 2.2. Shapes of the others are not shown. */
export const SHAPES: Record<string, PublishedShape> = {
  ...shape('object', 'cloud connections core cpu ip load mem memswap now processcount quicklook system'),
  ...shape(
    'array',
    `alert amps containers diskio folders fs gpu irq mpp network npu percpu ports processlist programlist sensors`,
  ),
  ...shape('string', 'uptime libversion'),
  ...shape('null', 'help'),
};

function shape(kind: PublishedShape, names: string): Record<string, PublishedShape> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

/** Section 2.2: the value of the member `key`; null: items have none. */
export const KEYS: Record<string, string | null> = {
  alert: null,
  amps: 'name',
  containers: 'name',
  diskio: 'disk_name',
  fs: 'mnt_point',
  gpu: 'gpu_id',
  network: 'interface_name',
  percpu: 'cpu_number',
  processlist: 'pid',
  sensors: 'label',
};

export interface PublishedField {
  name: string;
  type: 'number' | 'string' | 'boolean' | 'array' | 'object';
  /** As in `/unit`; undefined if the document does not specify the spelling. */
  unit?: string;
}

const COUNTED = ['', '_gauge', '_rate_per_sec'];

/** `total user (percent)` and so on: names, then what they share. */
function fields(
  ...groups: readonly [names: string, type: PublishedField['type'], unit?: string | undefined][]
): PublishedField[] {
  return groups.flatMap(([names, type, unit]) =>
    names.split(/\s+/).map((name) => ({ name, type, ...(unit !== undefined && { unit }) })),
  );
}

/** Counters with their companions, of the same unit, and per second. */
const counted = (names: string, unit: string): PublishedField[] =>
  names
    .split(/\s+/)
    .flatMap((name) =>
      COUNTED.flatMap((end) =>
        fields([name + end, 'number', end === '_rate_per_sec' ? `${unit}persecond` : unit]),
      ),
    );

/**
 * Section 2.3. Left out: what it ascribes to Windows (dpc, interrupt), to other forms of the API, and to pods.
 */
export const FIELDS: Record<string, PublishedField[]> = {
  alert: fields(
    ['begin end', 'number', 'timestamp'],
    ['state type desc sort global_msg', 'string'],
    ['max avg min sum', 'number', 'float'],
    ['count', 'number'],
    ['top', 'array'],
  ),
  amps: fields(
    ['name result key', 'string'],
    ['refresh timer', 'number'],
    ['count countmin countmax', 'number'],
    ['regex', 'boolean'],
  ),
  connections: fields(
    ['LISTEN ESTABLISHED SYN_SENT SYN_RECV initiated terminated', 'number', 'number'],
    ['nf_conntrack_count nf_conntrack_max', 'number', 'number'],
    ['nf_conntrack_percent', 'number', 'percent'],
    ['net_connections_enabled nf_conntrack_enabled', 'boolean'],
  ),
  containers: fields(
    ['name id status created command ports uptime engine', 'string'],
    ['image', 'array'],
    ['cpu_percent', 'number', 'percent'],
    ['cpu_limit', 'number'],
    ['memory_inactive_file memory_limit memory_usage', 'number', 'byte'],
    ['io_rx io_wx network_rx network_tx', 'number'],
  ),
  core: fields(['phys log', 'number', 'number']),
  cpu: [
    ...fields(
      ['total system user iowait idle irq nice steal guest', 'number', 'percent'],
      ['cpucore', 'number', 'number'],
      ['time_since_update', 'number', 'seconds'],
      ['total_min total_max total_mean', 'number', 'percent'],
    ),
    ...counted('ctx_switches interrupts soft_interrupts syscalls', 'number'),
  ],
  diskio: [
    ...fields(
      ['disk_name', 'string'],
      ['read_latency write_latency', 'number', 'millisecond'],
      ['time_since_update', 'number', 'seconds'],
    ),
    ...counted('read_count write_count', 'number'),
    ...counted('read_bytes write_bytes', 'byte'),
    ...counted('read_time write_time', 'millisecond'),
  ],
  folders: fields(
    ['path', 'string'],
    ['size', 'number', 'byte'],
    ['refresh', 'number', 'second'],
    ['errno', 'number'],
    ['careful warning critical', 'number', 'megabyte'],
  ),
  fs: fields(
    ['device_name fs_type mnt_point options', 'string'],
    ['size used free', 'number', 'byte'],
    ['percent', 'number', 'percent'],
  ),
  gpu: fields(
    ['gpu_id name', 'string'],
    ['mem proc', 'number', 'percent'],
    ['temperature', 'number', 'celsius'],
    ['fan_speed', 'number'],
  ),
  ip: fields(['address mask gateway public_address public_info_human', 'string'], ['mask_cidr', 'number']),
  irq: fields(['irq_line', 'string'], ['irq_rate', 'number']),
  load: fields(
    ['min1 min5 min15 min1_min min1_max min1_mean', 'number', 'float'],
    ['cpucore', 'number', 'number'],
  ),
  mem: fields(
    ['total available used free active inactive buffers cached wired shared', 'number', 'bytes'],
    ['percent percent_min percent_max percent_mean', 'number', 'percent'],
  ),
  memswap: fields(
    ['total used free sin sout', 'number', 'bytes'],
    ['percent', 'number', 'percent'],
    ['time_since_update', 'number', 'seconds'],
  ),
  mpp: fields(
    ['engine_id name type', 'string'],
    ['load utilization', 'number', 'percent'],
    ['sessions', 'number'],
  ),
  network: [
    ...fields(
      ['interface_name alias', 'string'],
      ['speed', 'number', 'bitpersecond'],
      ['is_up', 'boolean'],
      ['time_since_update', 'number', 'seconds'],
    ),
    ...counted('bytes_recv bytes_sent bytes_all', 'byte'),
  ],
  now: fields(['custom iso', 'string']),
  npu: fields(
    ['npu_id name', 'string'],
    ['load freq mem', 'number', 'percent'],
    ['freq_current freq_max', 'number', 'hertz'],
    ['memory_used memory_total', 'number', 'byte'],
    ['temperature', 'number', 'celsius'],
    ['power', 'number', 'watt'],
  ),
  percpu: fields(
    ['cpu_number', 'number'],
    ['total system user iowait idle irq nice steal guest guest_nice softirq', 'number', 'percent'],
  ),
  ports: fields(
    ['host url description indice', 'string'],
    ['port', 'number'],
    ['refresh timeout status rtt_warning', 'number'],
  ),
  processcount: fields(['total running sleeping thread pid_max', 'number', 'number']),
  processlist: fields(
    ['pid num_threads nice cpu_num', 'number'],
    ['name username status', 'string'],
    ['cmdline io_counters', 'array'],
    ['cpu_percent memory_percent', 'number', 'percent'],
    ['memory_info cpu_times gids', 'object'],
    ['time_since_update', 'number'],
  ),
  programlist: fields(
    ['pid name username status', 'string'],
    ['cmdline io_counters childrens', 'array'],
    ['num_threads nice nprocs', 'number'],
    ['cpu_percent memory_percent', 'number', 'percent'],
    ['memory_info cpu_times', 'object'],
    ['time_since_update', 'number'],
  ),
  quicklook: fields(
    ['cpu mem load gpu_mem gpu_proc', 'number', 'percent'],
    ['cpu_hz cpu_hz_current', 'number', 'hertz'],
    ['cpu_name', 'string'],
    ['cpu_log_core cpu_phys_core', 'number', 'number'],
    ['percpu', 'array'],
  ),
};

/** Section 2.3: members of nested objects. */
export const MEMBERS: Record<string, Record<string, string[]>> = {
  processlist: {
    memory_info: ['rss', 'vms', 'shared', 'text', 'lib', 'data', 'dirty'],
    cpu_times: ['user', 'system', 'iowait', 'children_user', 'children_system'],
    gids: ['real', 'effective', 'saved'],
  },
};

/** Section 4: method, path below the root of the version, status. Other tests check bodies. */
export const ROUTES: readonly [method: 'GET' | 'POST', path: string, status: number][] = [
  ['GET', '/status', 200],
  ['GET', '/pluginslist', 200],
  ['GET', '/cpu', 200],
  ['GET', '/cpu/total', 200],
  ['GET', '/fs/mnt_point', 200],
  ['GET', '/fs/mnt_point/value//', 200],
  ['GET', '/percpu/top/2', 200],
  ['GET', '/cpu/total/description', 200],
  ['GET', '/cpu/total/unit', 200],
  ['GET', '/cpu/history', 200],
  ['GET', '/cpu/history/1', 200],
  ['GET', '/cpu/total/history', 200],
  ['GET', '/all/limits', 200],
  ['GET', '/cpu/limits', 200],
  ['POST', '/events/clear/all', 200],
  ['POST', '/events/clear/warning', 200],
];
