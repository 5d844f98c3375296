/** Log lines of a time. */
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
  load: () => import('./LogDrawer.vue'),
  menu: {
    title: 'Logs',
    hint: 'warnings and errors of the last 15 min',
    words: 'journal, syslog, log lines, messages, errors',
    run({ store, view }) {
      view.logs = logsText({ ...lastQuarter(view.at || store.now()), of: 'all', name: '' });
    },
  },
};
