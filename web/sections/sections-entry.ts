/** The list of sections that are not shown. */
import type { Entry } from '../parts/entry.ts';

declare module '../state/view.ts' {
  interface Panels {
    missing: true;
  }
}

export const sectionsEntry: Entry = { panel: 'missing' };
