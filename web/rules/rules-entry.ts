/** Alert rules. */
import type { Entry } from '../parts/entry.ts';

declare module '../state/view.ts' {
  interface Panels {
    rules: true;
  }
}

export const rulesEntry: Entry = {
  panel: 'rules',
  needs: 'hasRules',
  isModal: true,
  load: () => import('./RuleDrawer.vue'),
  menu: {
    title: 'Alert rules',
    hint: 'thresholds, failures, maintenance, targets of notifications',
    words: 'thresholds, limits, notifications, mail, chat, maintenance',
    run: ({ view }) => void (view.panel = 'rules'),
  },
};
