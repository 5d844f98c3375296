/** The list of alerts, which their timeline draws. */
import type { Entry } from '../parts/entry.ts';
import { toggle } from '../parts/key.ts';

declare module '../state/view.ts' {
  interface Panels {
    alerts: true;
  }
}

export const alertsEntry: Entry = {
  panel: 'alerts',
  keys: [toggle('l', 'alerts', 'alert')],
  menu: {
    title: 'Alerts',
    hint: 'present and past ones, silences',
    words: 'events, problems, warnings, silence, mute, acknowledge',
    run({ preferences, view }) {
      preferences.hidden = preferences.hidden.filter((name) => name !== 'alert');
      view.panel = 'alerts';
    },
  },
};
