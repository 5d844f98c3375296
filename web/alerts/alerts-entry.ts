/** The list of alerts, which their timeline draws. */
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
import type { Entry } from '../parts/entry.ts';

declare module '../state/view.ts' {
  interface Panels {
    alerts: true;
  }
}

export const alertsEntry: Entry = {
  panel: 'alerts',
  actions: [
    {
      action: PAGE_ACTIONS.alerts,
      run({ preferences, view }) {
        preferences.hidden = preferences.hidden.filter((name) => name !== 'alert');
        view.panel = 'alerts';
      },
    },
  ],
};
