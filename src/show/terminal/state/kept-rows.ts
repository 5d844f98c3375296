/** Drawn rows that are drawn again as they were: most processes do nothing, and come again as the same object. */
import type { CapturedLine } from '../screen/region.ts';

/** Compared one by one. */
export type TableLook = readonly unknown[];

export interface KeptRows {
  /** Rows that were drawn with this look; none are kept of any other. */
  of(look: TableLook): WeakMap<object, CapturedLine>;
}

export function createKeptRows(): KeptRows {
  let present: TableLook = [];
  let rows = new WeakMap<object, CapturedLine>();
  return {
    of(look) {
      if (look.length !== present.length || look.some((part, index) => part !== present[index])) {
        present = look;
        rows = new WeakMap();
      }
      return rows;
    },
  };
}
