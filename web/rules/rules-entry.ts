/** Alert rules. */
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
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
  actions: [
    {
      action: PAGE_ACTIONS.rules,
      run: ({ view }) => void (view.panel = 'rules'),
    },
  ],
};
