/**
 * Our metrics with names in OpenTelemetry's semantic conventions.
 * https://opentelemetry.io/docs/specs/semconv/system/ (version 1.45, in development)
 */

export interface Mapping {
  readonly name: string;
  readonly unit: string;
  /** May fall, and adds up over its attributes. */
  readonly isUpDown?: true;
  /** Monotonic, although the kernel's name does not say so. */
  readonly isSum?: true;
  /** Attributes with a fixed value. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Attributes by the label with their value. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Values of attributes that have other words there. */
  readonly words?: Readonly<Record<string, string>>;
}

export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.45.0';

const CPU_MODES = {
  user: 'user',
  nice: 'nice',
  system: 'system',
  idle: 'idle',
  iowait: 'iowait',
  irq: 'interrupt',
  steal: 'steal',
};

const cpuShares = (prefix: string, labels: Mapping['labels']): [string, Mapping][] =>
  Object.entries(CPU_MODES).map(([field, mode]) => [
    `${prefix}_${field}_ratio`,
    { name: 'system.cpu.utilization', unit: '1', fixed: { 'cpu.mode': mode }, ...(labels && { labels }) },
  ]);

const DEVICE = { device: 'system.device' };
const disk = (field: string, name: string, unit: string, direction: string): [string, Mapping] => [
  `gander_diskio_${field}`,
  { name: `system.disk.${name}`, unit, fixed: { 'disk.io.direction': direction }, labels: DEVICE },
];

const FILESYSTEM = {
  device: 'system.device',
  mountpoint: 'system.filesystem.mountpoint',
  fstype: 'system.filesystem.type',
};
/** Families of {@link withStates}. */
const byState = (name: string, metric: string, more: Mapping['labels'] = {}): [string, Mapping][] => {
  const labels = { ...more, state: `${metric}.state` };
  return [
    [`${name}_usage_bytes`, { name: `${metric}.usage`, unit: 'By', isUpDown: true, labels }],
    [`${name}_utilization_ratio`, { name: `${metric}.utilization`, unit: '1', labels }],
  ];
};
const NETWORK = { interface: 'network.interface.name' };
const packets = (field: string, name: string, unit: string, direction: string): [string, Mapping] => [
  `gander_packets_${field}`,
  { name: `system.network.${name}`, unit, fixed: { 'network.io.direction': direction }, labels: NETWORK },
];
const faults = (type: string): [string, Mapping] => [
  `gander_paging_${type}_faults`,
  { name: 'system.paging.faults', unit: '{fault}', fixed: { 'system.paging.fault.type': type } },
];
const merged = (kind: string, direction: string): [string, Mapping] => [
  `node_disk_${kind}_merged`,
  {
    name: 'system.disk.merged',
    unit: '{operation}',
    fixed: { 'disk.io.direction': direction },
    labels: DEVICE,
  },
];
const slab = (name: string, state: string): [string, Mapping] => [
  `node_memory_${name}_bytes`,
  {
    name: 'system.memory.linux.slab.usage',
    unit: 'By',
    isUpDown: true,
    fixed: { 'system.memory.linux.slab.state': state },
  },
];
const swapped = (direction: string): [string, Mapping] => [
  `node_vmstat_pswp${direction}`,
  {
    name: 'system.paging.operations',
    unit: '{operation}',
    isSum: true,
    fixed: { 'system.paging.direction': direction, 'system.paging.fault.type': 'major' },
  },
];

/** From kernel readings; the others are left out. */
export const KERNEL_MAPPINGS: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  [
    'node_cpu_seconds',
    { name: 'system.cpu.time', unit: 's', labels: { cpu: 'cpu.logical_number', mode: 'cpu.mode' } },
  ],
  ['node_forks', { name: 'system.process.created', unit: '{process}' }],
  ['node_disk_io_time_seconds', { name: 'system.disk.io_time', unit: 's', labels: DEVICE }],
  [
    'node_cpu_scaling_frequency_hertz',
    { name: 'system.cpu.frequency', unit: 'Hz', labels: { cpu: 'cpu.logical_number' } },
  ],
  merged('reads', 'read'),
  merged('writes', 'write'),
  slab('SReclaimable', 'reclaimable'),
  slab('SUnreclaim', 'unreclaimable'),
  swapped('in'),
  swapped('out'),
]);

/** For single processes. */
const PROCESS_MAPPINGS: readonly (readonly [string, Mapping])[] = [
  ['process_cpu_time', { name: 'process.cpu.time', unit: 's', labels: { mode: 'cpu.mode' } }],
  ['process_cpu_utilization', { name: 'process.cpu.utilization', unit: '1' }],
  ['process_memory_usage', { name: 'process.memory.usage', unit: 'By', isUpDown: true }],
  ['process_memory_virtual', { name: 'process.memory.virtual', unit: 'By', isUpDown: true }],
  ['process_disk_io', { name: 'process.disk.io', unit: 'By', labels: { direction: 'disk.io.direction' } }],
  ['process_uptime', { name: 'process.uptime', unit: 's' }],
  ['process_threads', { name: 'process.thread.count', unit: '{thread}', isUpDown: true }],
];

const TCP_STATES = {
  syn_recv: 'syn_received',
  fin_wait1: 'fin_wait_1',
  fin_wait2: 'fin_wait_2',
  close: 'closed',
};

const PROCESS_STATES = ['running', 'sleeping'];

export const MAPPINGS: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ...KERNEL_MAPPINGS,
  ...PROCESS_MAPPINGS,
  ['gander_uptime_seconds', { name: 'system.uptime', unit: 's' }],
  ...cpuShares('gander_cpu', undefined),
  ...cpuShares('gander_percpu', { cpu: 'cpu.logical_number' }),
  ['gander_core_log', { name: 'system.cpu.logical.count', unit: '{cpu}', isUpDown: true }],
  ['gander_core_phys', { name: 'system.cpu.physical.count', unit: '{cpu}', isUpDown: true }],
  ['gander_load_min1', { name: 'system.cpu.load_average.1m', unit: '{thread}' }],
  ['gander_load_min5', { name: 'system.cpu.load_average.5m', unit: '{thread}' }],
  ['gander_load_min15', { name: 'system.cpu.load_average.15m', unit: '{thread}' }],
  ['gander_mem_total_bytes', { name: 'system.memory.limit', unit: 'By', isUpDown: true }],
  ['gander_mem_available_bytes', { name: 'system.memory.linux.available', unit: 'By', isUpDown: true }],
  ['gander_mem_shared_bytes', { name: 'system.memory.linux.shared', unit: 'By', isUpDown: true }],
  disk('read_bytes', 'io', 'By', 'read'),
  disk('written_bytes', 'io', 'By', 'write'),
  disk('reads', 'operations', '{operation}', 'read'),
  disk('writes', 'operations', '{operation}', 'write'),
  disk('read_time_seconds', 'operation_time', 's', 'read'),
  disk('write_time_seconds', 'operation_time', 's', 'write'),
  ...byState('memory', 'system.memory'),
  ...byState('paging', 'system.paging'),
  ...byState('filesystem', 'system.filesystem', FILESYSTEM),
  [
    'gander_fs_size_bytes',
    { name: 'system.filesystem.limit', unit: 'By', isUpDown: true, labels: FILESYSTEM },
  ],
  [
    'gander_network_recv_bytes',
    { name: 'system.network.io', unit: 'By', fixed: { 'network.io.direction': 'receive' }, labels: NETWORK },
  ],
  [
    'gander_network_sent_bytes',
    { name: 'system.network.io', unit: 'By', fixed: { 'network.io.direction': 'transmit' }, labels: NETWORK },
  ],
  packets('received', 'packet.count', '{packet}', 'receive'),
  packets('sent', 'packet.count', '{packet}', 'transmit'),
  packets('received_errors', 'errors', '{error}', 'receive'),
  packets('sent_errors', 'errors', '{error}', 'transmit'),
  packets('received_dropped', 'packet.dropped', '{packet}', 'receive'),
  packets('sent_dropped', 'packet.dropped', '{packet}', 'transmit'),
  faults('major'),
  faults('minor'),
  [
    'gander_connections',
    {
      name: 'system.network.connection.count',
      unit: '{connection}',
      isUpDown: true,
      fixed: { 'network.transport': 'tcp' },
      labels: { state: 'network.connection.state' },
      words: TCP_STATES,
    },
  ],
  // Without its unit each would look like a count or a frequency.
  ['gander_inodes_used_ratio', { name: 'gander.inodes.utilization', unit: '1' }],
  ...['fs', 'mem', 'memswap'].map((plugin): [string, Mapping] => [
    `gander_${plugin}_used_ratio`,
    { name: `gander.${plugin}.utilization`, unit: '1' },
  ]),
  ['gander_npu_frequency_ratio', { name: 'gander.npu.frequency_utilization', unit: '1' }],
  ...PROCESS_STATES.map((state): [string, Mapping] => [
    `gander_processcount_${state}`,
    { name: 'system.process.count', unit: '{process}', isUpDown: true, fixed: { 'process.state': state } },
  ]),
  [
    'gander_sensors_temperature_celsius',
    { name: 'hw.temperature', unit: 'Cel', labels: { sensor: 'hw.id', type: 'hw.name' } },
  ],
  [
    'gander_sensors_fan_rpm',
    { name: 'hw.fan.speed', unit: 'rpm', labels: { sensor: 'hw.id', type: 'hw.name' } },
  ],
  [
    'gander_sensors_battery_ratio',
    { name: 'hw.battery.charge', unit: '1', labels: { sensor: 'hw.id', type: 'hw.name' } },
  ],
  ['gander_gpu_proc_ratio', { name: 'hw.gpu.utilization', unit: '1', labels: { gpu: 'hw.id' } }],
  ['gander_gpu_mem_ratio', { name: 'hw.gpu.memory.utilization', unit: '1', labels: { gpu: 'hw.id' } }],
  ['gander_npu_power_watts', { name: 'hw.power', unit: 'W', labels: { npu: 'hw.id' } }],
  ['gander_containers_cpu_time_seconds', { name: 'container.cpu.time', unit: 's' }],
  ['gander_containers_cpu_ratio', { name: 'container.cpu.usage', unit: '{cpu}' }],
  ['gander_containers_memory_usage_bytes', { name: 'container.memory.usage', unit: 'By', isUpDown: true }],
  [
    'gander_containers_disk_read_bytes',
    { name: 'container.disk.io', unit: 'By', fixed: { 'disk.io.direction': 'read' } },
  ],
  [
    'gander_containers_disk_written_bytes',
    { name: 'container.disk.io', unit: 'By', fixed: { 'disk.io.direction': 'write' } },
  ],
  [
    'gander_containers_network_received_bytes',
    {
      name: 'container.network.io',
      unit: 'By',
      fixed: { 'network.io.direction': 'receive' },
    },
  ],
  [
    'gander_containers_network_sent_bytes',
    {
      name: 'container.network.io',
      unit: 'By',
      fixed: { 'network.io.direction': 'transmit' },
    },
  ],
]);

/** OpenTelemetry units by Prometheus base unit. */
const UNITS: Readonly<Record<string, string>> = {
  bytes: 'By',
  seconds: 's',
  ratio: '1',
  celsius: 'Cel',
  hertz: 'Hz',
  watts: 'W',
};

/** Names for values outside the conventions: `gander.vms.load1`. */
export function ownMapping(name: string, unit: string | null): Mapping {
  const bare = unit !== null && name.endsWith(`_${unit}`) ? name.slice(0, -unit.length - 1) : name;
  const [head, plugin, ...field] = bare.split('_');
  const own = head === 'gander' ? [head, plugin, field.join('_')].filter((part) => part).join('.') : bare;
  return { name: own, unit: unit === null ? '1' : (UNITS[unit] ?? '1') };
}
