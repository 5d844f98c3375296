import type { Clock, FileSystemCapacity, MountPlace } from '../../core/host.ts';

/** Used fields of Node's `fs.StatsFs`. */
export interface RawCapacity {
  bsize: number;
  /** Node 24 and newer. */
  frsize?: number;
  blocks: number;
  bfree: number;
  bavail: number;
  files: number;
  ffree: number;
}

interface CapacityReader {
  /** @param place default: a remote server */
  statfs(path: string, timeoutMs: number, place?: MountPlace): Promise<FileSystemCapacity>;
  /** Paths with an overdue call, each of which blocks a thread; see `exitNow`. */
  hangs(): string[];
  /** Paths with a pending call, overdue or not. */
  pending(): string[];
  /** Begins no more calls; those that wait never start. */
  close(): void;
}

interface Call {
  place: MountPlace;
  answer: Promise<RawCapacity>;
  hangs: boolean;
}

interface Waiting {
  path: string;
  place: MountPlace;
  start(): void;
  refuse(dead: readonly string[]): void;
}

/**
 * A call to statfs(2) on a dead network mount blocks one of libuv's four threads until the server returns; files, lookups and
 * passwords need the others. One thread is reserved for local disks.
 */
const MAX_CALLS = 3;
const MAX_REMOTE_CALLS = 2;

/**
 * Reads capacities of file systems without harm from dead ones: few concurrent calls, one per device. An overdue call is abandoned
 * (it continues in its thread) and its device refused until it returns; while two servers hang, all servers are refused, but no
 * disk. `ask` is `fs.promises.statfs` or a fake.
 */
export function createCapacityReader(
  ask: (path: string) => Promise<RawCapacity>,
  clock: Clock,
): CapacityReader {
  const calls = new Map<string, Call>();
  let queue: Waiting[] = [];
  let isClosed = false;

  const hangs = (): string[] => [...calls].filter(([, call]) => call.hangs).map(([path]) => path);
  const remote = (): [string, Call][] => [...calls].filter(([, { place }]) => !place.isLocal);

  /** Calls that block all threads; empty: a new call may still run. */
  function deadBefore({ place }: Waiting): string[] {
    const same = [...calls].filter(([, call]) => call.hangs && call.place.device === place.device);
    if (same.length > 0) return same.map(([path]) => path);
    const servers = remote().filter(([, call]) => call.hangs);
    if (!place.isLocal && servers.length >= MAX_REMOTE_CALLS) return servers.map(([path]) => path);
    return hangs().length >= MAX_CALLS ? hangs() : [];
  }

  const mayStart = ({ place }: Waiting): boolean =>
    !isClosed &&
    calls.size < MAX_CALLS &&
    (place.isLocal || remote().length < MAX_REMOTE_CALLS) &&
    ![...calls.values()].some((call) => call.place.device === place.device);

  function next(): void {
    const waiting = queue;
    queue = [];
    for (const one of waiting) {
      const dead = deadBefore(one);
      if (dead.length > 0) one.refuse(dead);
      else if (calls.has(one.path) || mayStart(one)) one.start();
      else queue.push(one);
    }
  }

  function begin(path: string, place: MountPlace): Call {
    const call = { place, answer: ask(path), hangs: false };
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

  function takeTurn(path: string, place: MountPlace): Promise<Call> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        path,
        place,
        start: () => resolve(calls.get(path) ?? begin(path, place)),
        refuse: (dead) => reject(calls.get(path)?.hangs ? stillHangs(path) : notAsked(path, dead)),
      };
      queue.push(waiting);
      next();
    });
  }

  return {
    hangs,
    pending: () => [...calls.keys()],
    close: () => void (isClosed = true),
    async statfs(path, timeoutMs, place = { device: path, isLocal: false }) {
      return answerInTime(path, await takeTurn(path, place), timeoutMs);
    },
  };
}

const notAsked = (path: string, dead: readonly string[]): Error =>
  new Error(
    `${path} is not asked while ${dead.join(' and ')} ${dead.length === 1 ? 'does' : 'do'} not answer: ` +
      `unmount ${dead.length === 1 ? 'it or bring its' : 'them or bring their'} server back`,
  );

function stillHangs(path: string): Error {
  return new Error(`${path} still does not answer an earlier call`);
}

/**
 * `blocks` counts fragments (`f_frsize`), which only Node 24 and newer reports. Otherwise `bsize` is used: Linux has equal values
 * for disks, NFS and tmpfs; some FUSE servers differ.
 */
function toCapacity(raw: RawCapacity): FileSystemCapacity {
  return {
    blockSize: raw.frsize !== undefined && raw.frsize > 0 ? raw.frsize : raw.bsize,
    blocks: raw.blocks,
    blocksFree: raw.bfree,
    blocksAvailable: raw.bavail,
    files: raw.files,
    filesFree: raw.ffree,
  };
}
