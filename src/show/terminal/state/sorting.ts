/** The order of the table. */
import type { SurfaceView } from './surface.ts';

/** Sorts by a key; by what is scarce with null. The same again turns the order round. */
export function sortBy(view: SurfaceView, key: string | null): void {
  view.isReversed = key !== null && view.sort === key ? !view.isReversed : false;
  view.sort = key;
}

/** Orders by a heading. The two columns of I/O are ordered by their sum. */
export const pressHeading = (view: SurfaceView, key: string): void =>
  sortBy(view, key === 'io_read' || key === 'io_write' ? 'io_counters' : key);

/** Sorts by the column beside the one of the present order. @param keys of the columns, from left to right */
export function sortBeside(view: SurfaceView, keys: readonly string[], present: string, by: 1 | -1): void {
  const next = keys[(keys.indexOf(present) + by + keys.length) % keys.length];
  if (next !== undefined) pressHeading(view, next);
}
