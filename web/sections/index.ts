/** All sections of the rail, in their natural order. Adding one is adding a line here. */
import type { Component } from 'vue';
import type { PluginName } from '../api/types.ts';
import type { Store } from '../state/store.ts';
import DiskSection from './DiskSection.vue';
import FileSystemSection from './FileSystemSection.vue';
import NetworkSection from './NetworkSection.vue';

export interface SectionEntry {
  /** Name in preferences and keys; usually that of the plugin. */
  name: string;
  title: string;
  /** Where its values come from; when all of them are empty, it is not shown. */
  plugin: PluginName;
  part: Component;
  /** Whether there is something to show; default: the plugin's value is not empty. */
  has?(store: Store): boolean;
}

export const SECTIONS: readonly SectionEntry[] = [
  { name: 'network', title: 'Network', plugin: 'network', part: NetworkSection },
  { name: 'diskio', title: 'Disks', plugin: 'diskio', part: DiskSection },
  { name: 'fs', title: 'File systems', plugin: 'fs', part: FileSystemSection },
];

/** True when a section has something to show. */
export function hasContent(entry: SectionEntry, store: Store): boolean {
  if (entry.has !== undefined) return entry.has(store);
  const value: unknown = store.latest(entry.plugin).value;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
