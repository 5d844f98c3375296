/** Keys and settings. */
import type { Entry } from '../parts/entry.ts';
import { flipPanel } from '../state/view.ts';

declare module '../state/view.ts' {
  interface Panels {
    help: true;
  }
}

export const helpEntry: Entry = {
  panel: 'help',
  isModal: true,
  deferred: (all) => all.HelpPanel,
  menu: {
    title: 'Keys and settings',
    hint: 'language, theme, units, all keys',
    words: 'help, shortcuts, preferences, options, bits, bytes, temperature',
    run: ({ view }) => void (view.panel = 'help'),
  },
  keys: [{ keys: ['h', '?'], group: 'Page', text: 'this help', run: ({ view }) => flipPanel(view, 'help') }],
};
