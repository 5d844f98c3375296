/** The tables of the main part. Adding one is adding a line here. */
import type { Component } from 'vue';
import type { Store } from '../state/store.ts';
import type { Tab } from '../state/view.ts';
import ProcessTable from './ProcessTable.vue';

export interface TableEntry {
  tab: Tab;
  /** Name in preferences: the plugin. */
  name: string;
  title: string;
  part: Component;
  hasContent(store: Store): boolean;
  countOf(store: Store): number;
}

export const TABLES: readonly TableEntry[] = [
  {
    tab: 'processes',
    name: 'processlist',
    title: 'Processes',
    part: ProcessTable,
    hasContent: () => true,
    countOf: (store) => store.latest('processlist').value?.length ?? 0,
  },
];
