/** Calls to the kernel in the thread pool, bounded so that calls which hang leave threads for all others. */

/** Threads of the pool that these calls may occupy, of those that bin/load.cjs asks for. */
const MOST = 12;
/** Devices hang; host-wide tables of /proc keep the rest. */
const MOST_OF_DEVICES = 8;
const MOST_OF_ONE = 4;
/** A call that takes longer is said to hang. */
const HANGS_MS = 1000;

export interface ApartCalls {
  /** Makes a call when a thread is free, which is never while those of its lane hang. */
  call<T>(lane: string, path: string, action: () => Promise<T>): Promise<T>;
  /** Paths of a lane that have not answered yet. */
  awaited(lane: string): string[];
  pending(): string[];
  hangs(): string[];
  /** Begins no more calls: those that wait never start, so that the process can end after the running ones. */
  close(): void;
}

interface Call {
  readonly lane: string;
  readonly path: string;
  readonly start: () => void;
  startedAt: number;
}

const isTable = (path: string): boolean => path.startsWith('/proc/');

export function createApartCalls(clock: { monotonic(): number }): ApartCalls {
  const running = new Set<Call>();
  /** Calls that wait, by lane and kind, each in their order; the first list is the next to be served. */
  const waiting = new Map<string, Call[]>();
  let isClosed = false;

  const mayStart = ({ lane, path }: Call): boolean => {
    if (isClosed || running.size >= (isTable(path) ? MOST : MOST_OF_DEVICES)) return false;
    let ofLane = 0;
    for (const call of running) if (call.lane === lane) ofLane += 1;
    return ofLane < MOST_OF_ONE;
  };
  const begin = (call: Call): void => {
    call.startedAt = clock.monotonic();
    running.add(call);
    call.start();
  };
  const end = (call: Call): void => {
    running.delete(call);
    // One has ended, so at most one begins.
    for (const [list, calls] of waiting) {
      const [next] = calls;
      if (next === undefined || !mayStart(next)) continue;
      calls.shift();
      waiting.delete(list);
      if (calls.length > 0) waiting.set(list, calls);
      return begin(next);
    }
  };
  const enqueue = (call: Call): void => {
    const list = `${call.lane} ${isTable(call.path)}`;
    const calls = waiting.get(list);
    if (calls === undefined) waiting.set(list, [call]);
    else calls.push(call);
  };

  return {
    call<T>(lane: string, path: string, action: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const start = (): void =>
          void action()
            .finally(() => end(call))
            .then(resolve, reject);
        const call: Call = { lane, path, start, startedAt: 0 };
        if (mayStart(call)) begin(call);
        else enqueue(call);
      });
    },
    close: () => void (isClosed = true),
    awaited: (lane) => [...running].filter((call) => call.lane === lane).map(({ path }) => path),
    pending: () => [...running].map(({ path }) => path),
    hangs() {
      const now = clock.monotonic();
      return [...running].filter(({ startedAt }) => now - startedAt > HANGS_MS).map(({ path }) => path);
    },
  };
}
