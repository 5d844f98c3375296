/** The drawer of charts; with it the chart library, which few visits need. */
import type { Entry } from '../parts/entry.ts';

export const chartEntry: Entry = {
  isOpen: ({ chart }) => chart.length > 0,
  load: () => import('./ChartDrawer.vue'),
};
