/** Keys of the groupings of processes. */
import type { Entry } from '../parts/entry.ts';
import type { Key } from '../parts/key.ts';
import type { Form } from '../state/view.ts';
import { type Phrase } from '../../src/show/display/language.ts';

/** Toggles a grouping. */
const form = (key: string, text: Phrase, name: Form, words: Phrase): Key => ({
  keys: [key],
  words,
  group: 'How values are shown',
  text,
  run({ view }) {
    view.form = view.form === name ? 'list' : name;
    view.tab = 'processes';
  },
});

export const formsEntry: Entry = {
  keys: [
    form('t', 'tree of processes', 'tree', 'parents, children, hierarchy'),
    form('g', 'processes by container and unit', 'groups', 'services, pods, systemd, docker'),
  ],
};
