/** Marks items that do not answer: their values are the last ones that were read. JSON does not show the mark. */
const STALE = Symbol('stale');

/** A copy of an item that stands for it while it does not answer. */
export const staleCopy = <Item extends object>(item: Item): Item => ({ ...item, [STALE]: true });

export const isStale = (item: object): boolean => STALE in item;
