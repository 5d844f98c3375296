/** Keys of the table of processes. */
import type { Entry } from '../parts/entry.ts';
import { flip, type Key, toggle } from '../parts/key.ts';
import { type Phrase } from '../../src/show/display/language.ts';

const sortBy = (key: string, sort: string, text: Phrase): Key => ({
  keys: [key],
  group: 'Sort processes',
  text,
  run({ view }) {
    view.isReversed = view.sort === sort && sort !== 'auto' ? !view.isReversed : false;
    view.sort = sort;
  },
});

/** Moves through the rows and focuses the table. */
const step = (key: string, arrow: string, text: Phrase): Key => ({
  keys: [key],
  group: 'Page',
  text,
  run() {
    const table = document.querySelector<HTMLElement>('.main [role="treegrid"]');
    table?.focus({ preventScroll: true });
    table?.dispatchEvent(new KeyboardEvent('keydown', { key: arrow }));
  },
});

export const processesEntry: Entry = {
  keys: [
    sortBy('a', 'auto', 'automatic'),
    sortBy('c', 'cpu_percent', 'by CPU'),
    sortBy('m', 'memory_percent', 'by memory'),
    sortBy('u', 'username', 'by user'),
    sortBy('p', 'name', 'by name'),
    sortBy('i', 'io_counters', 'by reading and writing'),
    sortBy('Y', 'cpu_times', 'by CPU time'),
    sortBy('o', 'cpu_num', 'by core'),

    toggle('z', 'processes', 'processlist', 'programlist'),
    flip('0', 'CPU of processes per machine, not per core', 'perMachine'),
    flip('S', 'commands without or with their folder', 'longNames'),

    step('j', 'ArrowDown', 'next row'),
    step('k', 'ArrowUp', 'previous row'),
    {
      keys: ['x'],
      group: 'Page',
      text: 'freeze the table',
      words: 'pause, stop, hold',
      run({ isFrozen }) {
        isFrozen.value = !isFrozen.value;
      },
    },
    {
      keys: ['/'],
      group: 'Page',
      text: 'filter processes',
      words: 'search, find, grep',
      run: () => document.querySelector<HTMLInputElement>('.main input[type="search"]')?.focus(),
    },
    {
      keys: ['E'],
      group: 'Page',
      text: 'no filter',
      run({ view }) {
        view.filter = '';
      },
    },
  ],
};
