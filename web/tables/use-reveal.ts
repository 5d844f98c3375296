/** Scrolls a row into sight that was opened by an address, a link or Back. */
import { nextTick, watch } from 'vue';

type Key = string | number | null;

/** @returns `pressed`: to be called for rows opened by click */
export function useReveal(row: {
  /** Key of the open row; null: none. */
  open(): Key;
  /** Its index; -1: not listed yet. */
  index(): number;
  /** Height of the visible rows in pixels. */
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
