/** All sections of the rail, in the order of the terminal. */
import type { Component } from 'vue';
import type { PluginName } from '../api/types.ts';
import type { Store } from '../store/store.ts';
import { SECTION_ORDER, type SectionName } from '../../src/show/display/section-names.ts';
import type { SectionLine } from '../../src/show/display/section-list.ts';
import AmpSection from './AmpSection.vue';
import CoresSection from './CoresSection.vue';
import ListSection from './ListSection.vue';
import type { SectionLook } from './section-look.ts';
import { lookOf } from './section-looks.ts';
import SmartSection from './SmartSection.vue';

export interface SectionEntry {
  /** Name in preferences and keys; usually the plugin's. */
  name: string;
  /** The section is hidden if all are empty. */
  plugins: readonly PluginName[];
  part: Component;
  /** Of sections by their lists. */
  look: SectionLook<SectionLine> | null;
}

/** Sections that look like no other. */
const PARTS: Readonly<Partial<Record<SectionName, Component>>> = {
  percpu: CoresSection,
  smart: SmartSection,
  amps: AmpSection,
};

/** Sections with values of another plugin. */
const ALSO: Readonly<Partial<Record<SectionName, PluginName>>> = { ports: 'checks' };

export const SECTIONS: readonly SectionEntry[] = SECTION_ORDER.map((name) => ({
  name,
  plugins: [name, ...(ALSO[name] === undefined ? [] : [ALSO[name]])],
  part: PARTS[name] ?? ListSection,
  look: lookOf(name),
}));

/** True if a plugin of a section has a value. */
export const hasContent = ({ plugins }: SectionEntry, store: Store): boolean =>
  plugins.some((plugin) => {
    const value: unknown = store.latest(plugin).value;
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  });
