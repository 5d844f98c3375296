/** Alert rules. */
import { DEEDS } from '../../src/show/display/deeds.ts';
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
      action: DEEDS.rules,
      run: ({ view }) => void (view.panel = 'rules'),
    },
  ],
};
