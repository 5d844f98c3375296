/** Keys of the other tables. */
import type { Entry } from '../parts/entry.ts';
import type { Key } from '../parts/key.ts';
import type { Tab } from '../state/view.ts';
import { type Phrase } from '../../src/show/display/language.ts';

/** Switches to a table, and back to processes. */
const tab = (key: string, text: Phrase, name: Tab): Key => ({
  keys: [key],
  group: 'Show or hide',
  text,
  run({ view }) {
    view.tab = view.tab === name ? 'processes' : name;
  },
});

export const tablesEntry: Entry = {
  keys: [
    tab('J', 'programs in place of processes', 'programs'),
    tab('D', 'containers', 'containers'),
    tab('V', 'virtual machines', 'vms'),
  ],
};
