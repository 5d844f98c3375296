import type { Clock, FileSystemCapacity } from '../core/host.ts';

/** The fields used of Node's `fs.StatsFs`. */
export interface RawCapacity {
  bsize: number;
  /** Node 24 and newer. */
  frsize?: number;
  blocks: number;
  bfree: number;
  bavail: number;
}

export interface CapacityReader {
  statfs(path: string, timeoutMs: number): Promise<FileSystemCapacity>;
  /** Paths whose call has overrun its time and not come back: each of them holds a thread, see `exitNow`. */
  hangs(): string[];
  /** Paths whose call has not come back yet, in time or not. */
  pending(): string[];
}

interface Call {
  answer: Promise<RawCapacity>;
  hangs: boolean;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

/**
 * A call to statfs(2) on a dead network mount blocks one of libuv's four threads until the server is back, and the other
 * threads are needed for files, name look-ups and passwords.
 */
const MAX_CALLS = 2;

/**
 * Asks file systems for their capacity such that dead ones do no harm: at most two calls run at a time, further ones
 * wait for their turn; an overdue call is abandoned (it goes on in its thread), its path is refused at once until it
 * returns, and while two hang every path is refused. `ask` is `fs.promises.statfs` or a stand-in.
 */
export function createCapacityReader(
  ask: (path: string) => Promise<RawCapacity>,
  clock: Clock,
): CapacityReader {
  const calls = new Map<string, Call>();
  let queue: Waiting[] = [];

  const hangs = (): string[] => [...calls].filter(([, call]) => call.hangs).map(([path]) => path);
  const isStuck = (): boolean => hangs().length >= MAX_CALLS;

  function next(): void {
    if (isStuck()) {
      const refused = queue;
      queue = [];
      for (const waiting of refused) waiting.refuse();
    } else {
      while (queue.length > 0 && calls.size < MAX_CALLS) queue.shift()?.start();
    }
  }

  function begin(path: string): Call {
    const call = { answer: ask(path), hangs: false };
    calls.set(path, call);
    const end = (): void => {
      calls.delete(path);
      next();
    };
    call.answer.then(end, end);
    return call;
  }

  function answerInTime(path: string, call: Call, timeoutMs: number): Promise<FileSystemCapacity> {
    return new Promise((resolve, reject) => {
      const cancel = clock.setTimer(() => {
        call.hangs = true;
        reject(new Error(`${path} does not answer`));
        next();
      }, timeoutMs);
      call.answer.then((raw) => resolve(toCapacity(raw)), reject).finally(cancel);
    });
  }

  function takeTurn(path: string): Promise<Call> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        const running = calls.get(path);
        if (running?.hangs) reject(stillHangs(path));
        else resolve(running ?? begin(path));
      };
      const refuse = (): void => {
        const dead = hangs().join(' and ');
        reject(
          new Error(
            `${path} is not asked while ${dead} do not answer: unmount them or bring their server back`,
          ),
        );
      };
      if (calls.has(path)) start();
      else if (isStuck()) refuse();
      else if (calls.size < MAX_CALLS) start();
      else queue.push({ start, refuse });
    });
  }

  return {
    hangs,
    pending: () => [...calls.keys()],
    async statfs(path, timeoutMs) {
      return answerInTime(path, await takeTurn(path), timeoutMs);
    },
  };
}

function stillHangs(path: string): Error {
  return new Error(`${path} still does not answer an earlier call`);
}

/**
 * `blocks` counts in fragments (`f_frsize`), which only Node 24 and newer tells. Elsewhere `bsize` stands in: Linux gives
 * both the same value for the file systems of disks, NFS and memory; some FUSE servers differ.
 */
function toCapacity(raw: RawCapacity): FileSystemCapacity {
  return {
    blockSize: raw.frsize !== undefined && raw.frsize > 0 ? raw.frsize : raw.bsize,
    blocks: raw.blocks,
    blocksFree: raw.bfree,
    blocksAvailable: raw.bavail,
  };
}
