/** Why the machine was slow. */
import { isKept } from '../api/archive.ts';
import type { Entry } from '../parts/entry.ts';
import { lastQuarter, whyOf } from './why-window.ts';

declare module '../state/view.ts' {
  interface Texts {
    /** Explained time as in the address. */
    why: string;
  }
}

export const whyEntry: Entry = {
  text: 'why',
  load: () => import('./WhyDrawer.vue'),
  menu: {
    title: 'Why is it slow?',
    hint: 'what the history says about the last 15 min',
    words: 'why, slow, cause, reason, explain',
    isOffered: ({ archiveState }) => isKept(archiveState.value),
    run: ({ store, view }) => void (view.why = whyOf(lastQuarter(view.at || store.now()))),
  },
};
