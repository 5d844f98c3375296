/** All sections of the rail To add one, add a line; their order is that of the terminal. */
import type { Component } from 'vue';
import type { PluginName } from '../api/types.ts';
import type { Store } from '../store/store.ts';
import { SECTION_ORDER, type SectionName } from '../../src/show/display/section-names.ts';
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

const PARTS: Readonly<Record<SectionName, Pick<SectionEntry, 'part' | 'has'> | null>> = {
  percpu: { part: CoresSection },
  gpu: {
    part: GpuSection,
    has: ({ latest }) => (latest('gpu').value?.length ?? 0) > 1,
  },
  npu: { part: NpuSection },
  mpp: { part: MppSection },
  network: { part: NetworkSection },
  diskio: { part: DiskSection },
  fs: { part: FileSystemSection },
  sensors: { part: SensorsSection },
  raid: { part: RaidSection },
  smart: { part: SmartSection },
  wifi: { part: WifiSection },
  ports: {
    part: PortSection,
    has: ({ latest }) => (latest('ports').value?.length ?? 0) + (latest('checks').value?.length ?? 0) > 0,
  },
  folders: { part: FolderSection },
  amps: {
    part: AmpSection,
    has: ({ latest }) =>
      (latest('amps').value ?? []).some(({ result, count }) => result !== null || (count ?? 0) > 0),
  },
  units: { part: UnitSection },
  connections: { part: ConnectionSection },
  irq: { part: IrqSection },
  cloud: { part: CloudSection },
  // By its declaration.
  pressure: null,
};

export const SECTIONS: readonly SectionEntry[] = SECTION_ORDER.flatMap((name) => {
  const own = PARTS[name];
  return own === null ? [] : [{ name, plugin: name, ...own }];
});

/** True if a section has content. */
export function hasContent(entry: SectionEntry, store: Store): boolean {
  if (entry.has !== undefined) return entry.has(store);
  const value: unknown = store.latest(entry.plugin).value;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
