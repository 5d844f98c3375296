/** Counters of an item that have one sample only: an increase of 0 is served, and no rate is known. */
const FIRST = Symbol('first');

/** Marks an item; neither JSON nor copies show it. @param counters names of the counters without a measurement */
export function markFirst(item: object, counters: ReadonlySet<string>): void {
  Object.defineProperty(item, FIRST, { value: counters, configurable: true });
}

export const isFirst = (item: { readonly [FIRST]?: ReadonlySet<string> }, counter: string): boolean =>
  item[FIRST]?.has(counter) === true;
