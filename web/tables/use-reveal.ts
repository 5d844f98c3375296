/** An open row that was opened from elsewhere, by the address, a link or Back, comes into sight. */
import { nextTick, watch } from 'vue';

type Key = string | number | null;

/** @returns `pressed`: told of rows that are opened where they are, in sight */
export function useReveal(row: {
  /** Key of the open row; null: none. */
  open(): Key;
  /** Its place; -1 before it is there. */
  index(): number;
  /** Pixels of the rows in sight. */
  height(): number;
  show(index: number): void;
}): { pressed(key: Key): void } {
  let seen: Key = null;
  watch([row.index, row.open, row.height], ([index, open, height]) => {
    if (open === null) seen = null;
    if (open === seen || index < 0 || height <= 0) return;
    seen = open;
    void nextTick(() => row.show(index));
  });
  return { pressed: (key) => void (seen = key) };
}
