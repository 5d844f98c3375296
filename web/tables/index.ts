/** The main tables. To add one, add a line. */
import type { Component } from 'vue';
import { deferredPart } from '../parts/deferred-part.ts';
import type { Store } from '../store/store.ts';
import type { Tab } from '../state/view.ts';
import ProcessTable from './ProcessTable.vue';
import type { Phrase } from '../../src/show/display/language.ts';

export interface TableEntry {
  tab: Tab;
  /** Name in preferences: the plugin's. */
  name: string;
  title: Phrase;
  part: Component;
  hasContent(store: Store): boolean;
  /** @param shown the table in sight, the only one that loads long lists */
  countOf(store: Store, shown: Tab): number;
}

/** Number of program names among the processes. */
const namesIn = (store: Store): number =>
  new Set((store.latest('processlist').value ?? []).map(({ name }) => name)).size;

const countOf = (store: Store, plugin: 'programlist' | 'containers' | 'containerstates' | 'vms'): number =>
  store.latest(plugin).value?.length ?? 0;

export const TABLES: readonly TableEntry[] = [
  {
    tab: 'processes',
    name: 'processlist',
    title: 'Processes',
    part: ProcessTable,
    hasContent: () => true,
    countOf: (store, shown) => {
      const listed = store.latest('processlist').value?.length;
      const counted = store.latest('processcount').value?.total;
      return (shown === 'processes' ? (listed ?? counted) : (counted ?? listed)) ?? 0;
    },
  },
  {
    tab: 'programs',
    name: 'programlist',
    title: 'Programs',
    part: deferredPart((all) => all.ProgramTable),
    hasContent: (store) => store.plugins.value.includes('programlist'),
    countOf: (store, shown) => (shown === 'processes' ? namesIn(store) : countOf(store, 'programlist')),
  },
  {
    tab: 'containers',
    name: 'containers',
    title: 'Containers',
    part: deferredPart((all) => all.ContainerTable),
    hasContent: (store) => countOf(store, 'containers') + countOf(store, 'containerstates') > 0,
    countOf: (store) => countOf(store, 'containers'),
  },
  {
    tab: 'vms',
    name: 'vms',
    title: 'VMs',
    part: deferredPart((all) => all.VmTable),
    hasContent: (store) => countOf(store, 'vms') > 0,
    countOf: (store) => countOf(store, 'vms'),
  },
];
