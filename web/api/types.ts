/** What the agent serves, from its own declarations; only types, nothing of the agent is in the page. */
import type { Fields, ServedOf } from '../../src/core/fields.ts';
import type connections from '../../src/plugins/connections/connections.ts';
import type cpu from '../../src/plugins/cpu/cpu.ts';
import type diskio from '../../src/plugins/diskio/diskio.ts';
import type fs from '../../src/plugins/fs/fs.ts';
import type ip from '../../src/plugins/ip/ip.ts';
import type irq from '../../src/plugins/irq/irq.ts';
import type load from '../../src/plugins/load/load.ts';
import type mem from '../../src/plugins/mem/mem.ts';
import type memswap from '../../src/plugins/memswap/memswap.ts';
import type network from '../../src/plugins/network/network.ts';
import type percpu from '../../src/plugins/percpu/percpu.ts';
import type processcount from '../../src/plugins/processcount/processcount.ts';
import type processlist from '../../src/plugins/processlist/processlist.ts';
import type programlist from '../../src/plugins/programlist/programlist.ts';
import type quicklook from '../../src/plugins/quicklook/quicklook.ts';
import type system from '../../src/plugins/system/system.ts';

export type { Limits } from '../../src/core/served.ts';
export type { PluginReport } from '../../src/api/routes/plugin-states/plugin-states-route.ts';

/** An object that may be empty: nothing available yet, or no more. */
type Maybe<T> = Partial<T>;
type Item<P extends { fields: Fields }> = ServedOf<P['fields']>;

export type Process = Item<typeof processlist>;
export type Program = Item<typeof programlist>;
export type NetworkInterface = Item<typeof network>;
export type Disk = Item<typeof diskio>;
export type FileSystem = Item<typeof fs>;
export type Core = Item<typeof percpu>;
export type Interrupt = Item<typeof irq>;

/** Number, text or nothing: what devices say of themselves is not always what was expected. */
export interface AlertEvent {
  begin: number;
  /** -1 while it lasts. */
  end: number;
  state: string;
  type: string;
  min: number;
  max: number;
  avg: number;
  sum: number;
  count: number;
  top: string[];
  desc: string;
  sort: string;
  global_msg: string;
}

export interface Gpu {
  gpu_id: string;
  name: string;
  mem: number | null;
  proc: number | null;
  temperature: number | null;
  fan_speed: number | null;
}

export interface Sensor {
  label: string;
  type: string;
  unit: string;
  value: number | string | null;
  warning?: number | null;
  critical?: number | null;
  status?: string;
}

export interface Container {
  name: string;
  id: string;
  status: string;
  image: string[] | string | null;
  command: string | null;
  created: string | null;
  uptime: string | null;
  engine: string;
  cpu_percent: number | null;
  cpu_limit: number | null;
  memory_usage: number | null;
  memory_inactive_file: number | null;
  memory_limit: number | null;
  io_rx: number | null;
  io_wx: number | null;
  network_rx: number | null;
  network_tx: number | null;
  ports: string | null;
  pod_name?: string | null;
  pod_id?: string | null;
}

export interface VirtualMachine {
  name: string;
  id: string;
  status: string;
  release: string | null;
  engine: string;
  engine_version: string | null;
  cpu_count: number | null;
  cpu_time: number | null;
  cpu_time_rate_per_sec?: number | null;
  memory_usage: number | null;
  memory_total: number | null;
  load_1min: number | null;
  load_5min: number | null;
  load_15min: number | null;
  ipv4: string | null;
}

export interface Wifi {
  ssid: string;
  quality_link: number | null;
  quality_level: number | null;
}

export interface Folder {
  path: string;
  size: number | null;
  errno: number;
  careful: number | string | null;
  warning: number | string | null;
  critical: number | string | null;
}

export interface Port {
  indice: string;
  description: string | null;
  host?: string | null;
  port?: number | string | null;
  url?: string;
  status: number | boolean | string | null;
  elapsed?: number | null;
  rtt_warning: number | null;
}

export interface Amp {
  name: string;
  result: string | null;
  count: number | null;
  countmin: number | null;
  countmax: number | null;
  timer: number | null;
  refresh: number | null;
  regex: boolean;
}

export interface RaidArray {
  status: string;
  type: string | null;
  components: Record<string, string>;
  available: string | null;
  used: string | null;
  config: string | null;
}

export interface SmartAttribute {
  name: string;
  raw: unknown;
  value: unknown;
  worst: number | null;
  threshold: number | null;
  type: string | null;
  when_failed: string | null;
}
export type SmartDevice = { DeviceName: string } & Record<string, SmartAttribute | string>;

export interface Npu {
  npu_id: string;
  name: string;
  load: number | null;
  freq: number | null;
  mem: number | null;
  temperature: number | null;
  power: number | null;
}

export interface Mpp {
  engine_id: string;
  name: string;
  type: string;
  load: number | null;
  utilization: number | null;
  sessions: number | null;
}

/** What each plugin serves, by its name. */
export interface Snapshots {
  alert: AlertEvent[];
  amps: Amp[];
  cloud: Maybe<{ platform: string; id: string; name: string; type: string; region: string }>;
  connections: Maybe<Item<typeof connections>>;
  containers: Container[];
  cpu: Maybe<Item<typeof cpu>>;
  diskio: Disk[];
  folders: Folder[];
  fs: FileSystem[];
  gpu: Gpu[];
  ip: Maybe<Item<typeof ip>> & { public_address?: string | null; public_info_human?: string | null };
  irq: Interrupt[];
  load: Maybe<Item<typeof load>>;
  mem: Maybe<Item<typeof mem>>;
  memswap: Maybe<Item<typeof memswap>>;
  mpp: Mpp[];
  network: NetworkInterface[];
  now: Maybe<{ iso: string; custom: string }>;
  npu: Npu[];
  percpu: Core[];
  ports: Port[];
  processcount: Maybe<Item<typeof processcount>>;
  processlist: Process[];
  programlist: Program[];
  quicklook: Maybe<Item<typeof quicklook>>;
  raid: Record<string, RaidArray>;
  sensors: Sensor[];
  smart: SmartDevice[];
  system: Maybe<Item<typeof system>>;
  uptime: string | null;
  version: string | null;
  vms: VirtualMachine[];
  wifi: Wifi[];
}
export type PluginName = keyof Snapshots;
