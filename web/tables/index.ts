/** The tables of the main part. Adding one is adding a line here. */
import type { Component } from 'vue';
import type { Store } from '../state/store.ts';
import type { Tab } from '../state/view.ts';
import ContainerTable from './ContainerTable.vue';
import ProcessTable from './ProcessTable.vue';
import ProgramTable from './ProgramTable.vue';
import VmTable from './VmTable.vue';

export interface TableEntry {
  tab: Tab;
  /** Name in preferences: the plugin. */
  name: string;
  title: string;
  part: Component;
  hasContent(store: Store): boolean;
  countOf(store: Store): number;
}

const countOf = (store: Store, plugin: 'programlist' | 'containers' | 'vms'): number =>
  store.latest(plugin).value?.length ?? 0;

export const TABLES: readonly TableEntry[] = [
  {
    tab: 'processes',
    name: 'processlist',
    title: 'Processes',
    part: ProcessTable,
    hasContent: () => true,
    countOf: (store) =>
      store.latest('processlist').value?.length ?? store.latest('processcount').value?.total ?? 0,
  },
  {
    tab: 'programs',
    name: 'programlist',
    title: 'Programs',
    part: ProgramTable,
    hasContent: () => true,
    countOf: (store) => countOf(store, 'programlist'),
  },
  {
    tab: 'containers',
    name: 'containers',
    title: 'Containers',
    part: ContainerTable,
    hasContent: (store) => countOf(store, 'containers') > 0,
    countOf: (store) => countOf(store, 'containers'),
  },
  {
    tab: 'vms',
    name: 'vms',
    title: 'VMs',
    part: VmTable,
    hasContent: (store) => countOf(store, 'vms') > 0,
    countOf: (store) => countOf(store, 'vms'),
  },
];
