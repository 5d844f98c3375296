/** Log lines of a time. */
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
import type { Entry } from '../parts/entry.ts';
import { lastQuarter } from '../why/why-window.ts';
import { logsText } from './log-place.ts';

declare module '../state/view.ts' {
  interface Texts {
    /** Time and unit or container of shown logs. */
    logs: string;
  }
}

export const logsEntry: Entry = {
  text: 'logs',
  needs: 'hasLogs',
  operation: 'getLogs',
  load: () => import('./LogDrawer.vue'),
  actions: [
    {
      action: PAGE_ACTIONS.logs,
      run({ store, view }) {
        view.logs = logsText({ ...lastQuarter(view.at || store.now()), of: 'all', name: '' });
      },
    },
  ],
};
