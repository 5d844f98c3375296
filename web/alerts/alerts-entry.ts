/** The list of alerts, which their timeline draws. */
import { DEEDS } from '../../src/show/display/deeds.ts';
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
      action: DEEDS.alerts,
      run({ preferences, view }) {
        preferences.hidden = preferences.hidden.filter((name) => name !== 'alert');
        view.panel = 'alerts';
      },
    },
  ],
};
