/** Limits concurrency fairly: the client served least goes next; when full, the clients with most waiting requests are rejected. */

interface FairQueue {
  /** Does the task in its turn; undefined when it was turned away. */
  run<T>(group: string, task: () => Promise<T>): Promise<T | undefined>;
}

interface Waiting {
  group: string;
  /** False: turned away. */
  settle(mayRun: boolean): void;
}

/** Groups of which it is known how often they were served; all are forgotten when nobody waits. */
const MOST_KNOWN = 10_000;

export function createFairQueue(atOnce: number, mostWaiting: number): FairQueue {
  let waiting: Waiting[] = [];
  const served = new Map<string, number>();
  let running = 0;

  const servedOf = (group: string): number => served.get(group) ?? 0;
  const start = (group: string): void => {
    running += 1;
    if (served.size >= MOST_KNOWN) served.clear();
    served.set(group, servedOf(group) + 1);
  };
  const leave = (): void => {
    running -= 1;
    const next = least(waiting, ({ group }) => servedOf(group));
    if (next === undefined) {
      if (running === 0) served.clear();
      return;
    }
    waiting = waiting.filter((one) => one !== next);
    start(next.group);
    next.settle(true);
  };
  /** Rejects the newest request of the group with the most requests. */
  const turnAway = (): void => {
    const counts = new Map<string, number>();
    for (const { group } of waiting) counts.set(group, (counts.get(group) ?? servedOf(group)) + 1);
    const last = least(waiting.toReversed(), ({ group }) => -(counts.get(group) ?? 0));
    waiting = waiting.filter((one) => one !== last);
    last?.settle(false);
  };
  const turn = (group: string): Promise<boolean> =>
    new Promise((settle) => {
      waiting.push({ group, settle });
      if (waiting.length > mostWaiting) turnAway();
    });

  return {
    async run(group, task) {
      if (running < atOnce) start(group);
      else if (!(await turn(group))) return undefined;
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}

/** Returns the first element with the lowest value. */
function least<T>(list: readonly T[], valueOf: (one: T) => number): T | undefined {
  let found: T | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const one of list) {
    const value = valueOf(one);
    if (value >= lowest) continue;
    found = one;
    lowest = value;
  }
  return found;
}
