/** Keys and settings. */
import { DEEDS } from '../../src/show/display/deeds.ts';
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
  actions: [
    {
      action: DEEDS.help,
      run: ({ view }) => flipPanel(view, 'help'),
    },
  ],
};
