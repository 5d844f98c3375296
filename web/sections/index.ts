/** All sections of the rail in their default order. To add one, add a line. */
import type { Component } from 'vue';
import type { PluginName } from '../api/types.ts';
import type { Store } from '../store/store.ts';
import AmpSection from './AmpSection.vue';
import CloudSection from './CloudSection.vue';
import ConnectionSection from './ConnectionSection.vue';
import CoresSection from './CoresSection.vue';
import DiskSection from './DiskSection.vue';
import FileSystemSection from './FileSystemSection.vue';
import FolderSection from './FolderSection.vue';
import GpuSection from './GpuSection.vue';
import IrqSection from './IrqSection.vue';
import MppSection from './MppSection.vue';
import NetworkSection from './NetworkSection.vue';
import NpuSection from './NpuSection.vue';
import PortSection from './PortSection.vue';
import RaidSection from './RaidSection.vue';
import SensorsSection from './SensorsSection.vue';
import SmartSection from './SmartSection.vue';
import UnitSection from './UnitSection.vue';
import WifiSection from './WifiSection.vue';

export interface SectionEntry {
  /** Name in preferences and keys; usually the plugin's. */
  name: string;
  /** Plugins; the section is hidden if all are empty. */
  plugin: PluginName;
  part: Component;
  /** True if it has content; default: the plugin's value is not empty. */
  has?(store: Store): boolean;
}

export const SECTIONS: readonly SectionEntry[] = [
  { name: 'percpu', plugin: 'percpu', part: CoresSection },
  {
    name: 'gpu',
    plugin: 'gpu',
    part: GpuSection,
    has: ({ latest }) => (latest('gpu').value?.length ?? 0) > 1,
  },
  { name: 'npu', plugin: 'npu', part: NpuSection },
  { name: 'mpp', plugin: 'mpp', part: MppSection },
  { name: 'network', plugin: 'network', part: NetworkSection },
  { name: 'diskio', plugin: 'diskio', part: DiskSection },
  { name: 'fs', plugin: 'fs', part: FileSystemSection },
  { name: 'sensors', plugin: 'sensors', part: SensorsSection },
  { name: 'raid', plugin: 'raid', part: RaidSection },
  { name: 'smart', plugin: 'smart', part: SmartSection },
  { name: 'wifi', plugin: 'wifi', part: WifiSection },
  {
    name: 'ports',
    plugin: 'ports',
    part: PortSection,
    has: ({ latest }) => (latest('ports').value?.length ?? 0) + (latest('checks').value?.length ?? 0) > 0,
  },
  { name: 'folders', plugin: 'folders', part: FolderSection },
  {
    name: 'amps',
    plugin: 'amps',
    part: AmpSection,
    has: ({ latest }) =>
      (latest('amps').value ?? []).some(({ result, count }) => result !== null || (count ?? 0) > 0),
  },
  { name: 'units', plugin: 'units', part: UnitSection },
  { name: 'connections', plugin: 'connections', part: ConnectionSection },
  { name: 'irq', plugin: 'irq', part: IrqSection },
  { name: 'cloud', plugin: 'cloud', part: CloudSection },
];

/** True if a section has content. */
export function hasContent(entry: SectionEntry, store: Store): boolean {
  if (entry.has !== undefined) return entry.has(store);
  const value: unknown = store.latest(entry.plugin).value;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
