/** Log lines of a time. */
import type { Entry } from '../parts/entry.ts';

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
};
