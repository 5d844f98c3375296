/** The cursor of the table: it stays in its place, or with a row that is followed. */
import type { SurfaceView } from './surface.ts';

/** @param find the place of a row, by its key */
export function placeCursor(
  view: SurfaceView,
  rows: { count: number; find(key: string): number },
  height: number,
): void {
  if (view.followed !== null) {
    const index = rows.find(view.followed);
    // It has ended: the cursor stays where it was.
    if (index < 0) view.followed = null;
    else view.selected = index;
  }
  const last = Math.max(0, rows.count - 1);
  view.selected = Math.min(Math.max(0, view.selected), last);
  const lowest = Math.max(0, view.selected - height + 1);
  view.top = Math.min(Math.max(view.top, lowest), view.selected, Math.max(0, rows.count - height));
}

/** Moves by rows; one that was followed is let go. */
export function moveCursor(view: SurfaceView, by: number): void {
  view.followed = null;
  view.selected = Math.max(0, view.selected + by);
}
