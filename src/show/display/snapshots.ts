/** Types of served values, from the agent's own declarations. */
import type { Origin } from '../../core/process-origin.ts';
import type { PluginValue } from '../../core/served.ts';
import type { ServedValues } from '../../measure/plugins/index.ts';

type Item<P extends keyof ServedValues> = ServedValues[P] extends readonly (infer I)[] ? I : never;

/** Entry of the process list. Only the page gets its origin (`/api/processes`). */
export type Process = Item<'processlist'> & Partial<Origin>;
export type Program = Item<'programlist'>;
export type NetworkInterface = Item<'network'>;
export type Disk = Item<'diskio'>;
export type FileSystem = Item<'fs'>;
export type Core = Item<'percpu'>;
export type AlertEvent = Item<'alert'>;
export type Gpu = Item<'gpu'>;
export type Container = Item<'containers'>;
export type ContainerState = Item<'containerstates'>;
export type VirtualMachine = Item<'vms'>;
export type Folder = Item<'folders'>;
export type Port = Item<'ports'>;
export type Check = Item<'checks'>;
export type Amp = Item<'amps'>;
export type RaidArray = ServedValues['raid'][string];
export type SmartDevice = Item<'smart'>;
export type SmartAttribute = Exclude<SmartDevice[string], string>;
export type Npu = Item<'npu'>;
export type Unit = Item<'units'>;

/** Value of each plugin, by its name, as the page gets it. */
export interface Snapshots extends Omit<ServedValues, 'processlist'> {
  processlist: Process[];
}
export type PluginName = keyof Snapshots;

/** Value of the plugin with this name, as the page gets it. */
export type SnapshotOf<P extends string> = P extends PluginName ? Snapshots[P] : PluginValue;
