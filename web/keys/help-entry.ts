/** Keys and settings. */
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
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
      action: PAGE_ACTIONS.help,
      run: ({ view }) => flipPanel(view, 'help'),
    },
  ],
};
