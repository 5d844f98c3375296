/** Why the machine was slow. */
import type { Entry } from '../parts/entry.ts';

declare module '../state/view.ts' {
  interface Texts {
    /** Explained time as in the address. */
    why: string;
  }
}

export const whyEntry: Entry = { text: 'why', load: () => import('./WhyDrawer.vue') };
