/** Types of served values, from the agent's own declarations. */
import type { Fields, ServedOf } from '../../core/fields.ts';
import type { Origin } from '../../core/process-origin.ts';
import type mpp from '../../measure/plugins/mpp/mpp.ts';
import type npu from '../../measure/plugins/npu/npu.ts';
import type amps from '../../measure/plugins/amps/amps.ts';
import type checks from '../../measure/plugins/checks/checks.ts';
import type ports from '../../measure/plugins/ports/ports.ts';
import type folders from '../../measure/plugins/folders/folders.ts';
import type wifi from '../../measure/plugins/wifi/wifi.ts';
import type vms from '../../measure/plugins/vms/vms.ts';
import type containerStates from '../../measure/plugins/containers/container-states.ts';
import type containers from '../../measure/plugins/containers/containers.ts';
import type sensors from '../../measure/plugins/sensors/sensors.ts';
import type gpu from '../../measure/plugins/gpu/gpu.ts';
import type alert from '../../measure/plugins/alert/alert.ts';
import type connections from '../../measure/plugins/connections/connections.ts';
import type cpu from '../../measure/plugins/cpu/cpu.ts';
import type diskio from '../../measure/plugins/diskio/diskio.ts';
import type fs from '../../measure/plugins/fs/fs.ts';
import type ip from '../../measure/plugins/ip/ip.ts';
import type irq from '../../measure/plugins/irq/irq.ts';
import type load from '../../measure/plugins/load/load.ts';
import type mem from '../../measure/plugins/mem/mem.ts';
import type memswap from '../../measure/plugins/memswap/memswap.ts';
import type network from '../../measure/plugins/network/network.ts';
import type percpu from '../../measure/plugins/percpu/percpu.ts';
import type processcount from '../../measure/plugins/processcount/processcount.ts';
import type pressure from '../../measure/plugins/pressure/pressure.ts';
import type processlist from '../../measure/plugins/processlist/processlist.ts';
import type programlist from '../../measure/plugins/programlist/programlist.ts';
import type quicklook from '../../measure/plugins/quicklook/quicklook.ts';
import type system from '../../measure/plugins/system/system.ts';
import type units from '../../measure/plugins/units/units.ts';

/** An object that may be empty: not available yet, or no longer. */
type Maybe<T> = Partial<T>;
type Item<P extends { fields: Fields }> = ServedOf<P['fields']>;

/** The page and nobody else gets the second half (`/api/processes`). */
export type Process = Item<typeof processlist> & Partial<Origin>;
export type Program = Item<typeof programlist>;
export type NetworkInterface = Item<typeof network>;
export type Disk = Item<typeof diskio>;
export type FileSystem = Item<typeof fs>;
export type Core = Item<typeof percpu>;
export type Interrupt = Item<typeof irq>;

export type AlertEvent = Item<typeof alert>;

export type Gpu = Item<typeof gpu>;

export type Sensor = Item<typeof sensors>;

export type Container = Item<typeof containers>;

export type ContainerState = Item<typeof containerStates>;

export type VirtualMachine = Item<typeof vms>;

export type Wifi = Item<typeof wifi>;

export type Folder = Item<typeof folders>;

export type Port = Item<typeof ports>;

export type Check = Item<typeof checks>;

export type Amp = Item<typeof amps>;

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

export type Npu = Item<typeof npu>;

export type Unit = Item<typeof units>;

export type Mpp = Item<typeof mpp>;

/** The value of each plugin, by its name. */
export interface Snapshots {
  alert: AlertEvent[];
  amps: Amp[];
  checks: Check[];
  cloud: Maybe<{ platform: string; id: string; name: string; type: string; region: string }>;
  connections: Maybe<Item<typeof connections>>;
  containers: Container[];
  containerstates: ContainerState[];
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
  pressure: Item<typeof pressure>[];
  processcount: Maybe<Item<typeof processcount>>;
  processlist: Process[];
  programlist: Program[];
  quicklook: Maybe<Item<typeof quicklook>>;
  raid: Record<string, RaidArray>;
  sensors: Sensor[];
  smart: SmartDevice[];
  system: Maybe<Item<typeof system>>;
  units: Unit[];
  uptime: string | null;
  version: string | null;
  vms: VirtualMachine[];
  wifi: Wifi[];
}
export type PluginName = keyof Snapshots;
