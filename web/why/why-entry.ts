/** Why the machine was slow. */
import { isKept } from '../api/archive.ts';
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
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
  actions: [
    {
      action: PAGE_ACTIONS.why,
      isOffered: ({ archiveState }) => isKept(archiveState.value),
      run({ store, view }) {
        const { at, chart, range, to } = view;
        const end = to || store.now();
        const isOfChart = chart.length > 0 && range > 0;
        view.why = whyOf(isOfChart ? { from: end - range * 1000, to: end } : lastQuarter(at || end));
      },
    },
  ],
};
