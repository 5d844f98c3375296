/** Users, API keys and the log of changes. The account button leads there. */
import type { Entry } from '../parts/entry.ts';

declare module '../state/view.ts' {
  interface Panels {
    access: true;
  }
}

export const accessEntry: Entry = {
  panel: 'access',
  operation: 'getUsers',
  isModal: true,
  load: () => import('./AccessDrawer.vue'),
};
