/** Parts of the screen below the vital signs. A chart takes the place of all of them. */
import type { View } from './view.ts';

/** Width of the screen from which on there is a left column. */
const RAIL_FROM = 72;

export const hasRail = ({ chart, preferences: { hidden } }: View, width: number): boolean =>
  chart === null && width >= RAIL_FROM && !hidden.has('rail');

export const hasTable = ({ chart, preferences: { hidden } }: View): boolean =>
  chart === null && !hidden.has('processlist');
