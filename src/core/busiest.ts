/**
 * Which items of a long list have history and metrics: the busiest, as thousands of interfaces of containers would take hundreds of
 * megabytes. The list itself stays complete.
 */

/** Series of one plugin in history, archive and metrics. */
export const MOST_SERIES = 4096;
/** One that is chosen stays so until another is this many times as busy, so series have few gaps. */
const STAY = 2;

const QUIET = Symbol('quiet');

/** Marks an item that has neither history nor metrics, or takes the mark away. JSON does not show it. */
export function markQuiet(item: { [QUIET]?: boolean }, isSo: boolean): void {
  if (isSo || QUIET in item) item[QUIET] = isSo;
}
export const isQuiet = (item: { [QUIET]?: boolean }): boolean => item[QUIET] === true;

export interface Busiest {
  /** Starts a sample of so many items. */
  begin(items: number): void;
  isChosen(identity: string): boolean;
  /** @param amount how busy it is in this sample */
  note(identity: string, amount: number): void;
  /** Chooses for the next sample. */
  end(): void;
  /** A sentence about the items left out; null: none are. */
  readonly reason: string | null;
}

/** @param perItem series of an item */
export function createBusiest(perItem: number): Busiest {
  const most = Math.max(1, Math.floor(MOST_SERIES / Math.max(1, perItem)));
  let items = 0;
  let chosen: ReadonlySet<string> = new Set();
  let amounts = new Map<string, number>();
  return {
    begin(count) {
      items = count;
      amounts = new Map();
    },
    isChosen: (identity) =>
      items <= most || chosen.has(identity) || (chosen.size === 0 && amounts.size < most),
    note(identity, amount) {
      if (items > most) amounts.set(identity, amount);
    },
    end() {
      const rank = ([identity, amount]: [string, number]): number =>
        chosen.has(identity) ? (amount + 1) * STAY : amount + 1;
      const sorted = [...amounts].sort((a, b) => rank(b) - rank(a));
      chosen = new Set(sorted.slice(0, most).map(([identity]) => identity));
    },
    get reason() {
      return items <= most
        ? null
        : `the ${most} busiest of ${items} items have history and metrics, the rest only values`;
    },
  };
}
