import { constants } from 'node:os';
import type { Clock, FolderSize } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';

/** File system calls of a walk; paths are bytes, as on Linux. */
export interface FolderCalls {
  openFolder(path: Buffer): Promise<OpenFolder>;
  stat(path: Buffer): Promise<EntryStat>;
  lstat(path: Buffer): Promise<EntryStat>;
}

interface OpenFolder {
  /** Null at the end. */
  read(): Promise<FolderEntry | null>;
  close(): Promise<void>;
}

export interface FolderEntry {
  readonly name: Buffer;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

interface EntryStat {
  readonly size: number;
  isDirectory(): boolean;
}

export interface FolderSizerSetup {
  calls: FolderCalls;
  clock: Clock;
  /** Real path of a folder of the monitored host. */
  place(path: string): string;
  /** Mount points: real paths, and their paths on the monitored host. */
  mountPoints(): ReadonlyMap<string, string>;
  /** False if the file system at a mount point of the monitored host is dead. */
  answers(mountPoint: string): Promise<boolean>;
  /** True if symbolic links of the monitored host are valid here. */
  followsLinks: boolean;
}

interface FolderSizer {
  size(path: string): Promise<FolderSize>;
  /** Folders with a hanging call, which blocks a thread of this process; see `exitNow`. */
  hangs(): string[];
  /** Folders with an overdue call. */
  pending(): string[];
  /** Ends all walks after their pending call, and begins no more. */
  close(): void;
}

/** Longer calls are waiting for a dead mount. */
const CALL_MS = 10_000;
/** Calls to live file systems are usually faster. */
const USUAL_MS = 50;
/** Time limit of a walk, which then ends with its sum so far. */
const WALK_MS = 15 * 60_000;
/** Hanging walks block one of libuv's four threads each; file system checks may block two. */
const MAX_HANGING = 2;
const { EIO, ENOENT, ETIMEDOUT } = constants.errno;

/**
 * Sums folders sequentially, with one kernel call at a time. A hanging call is aborted with its walk (it continues in its
 * thread), and its folder is refused until it returns; while two hang, all are. Known dead mounts are not entered.
 */
export function createFolderSizer(setup: FolderSizerSetup): FolderSizer {
  const { clock } = setup;
  const walks = new Map<string, Walk>();
  const inTurn = createMutex();
  let isClosed = false;

  const hangs = (): string[] => [...walks].filter(([, { isGivenUp }]) => isGivenUp).map(([path]) => path);
  const isRefused = (path: string): boolean => isClosed || walks.has(path) || hangs().length >= MAX_HANGING;

  const begin = (path: string): Promise<FolderSize> => {
    if (isRefused(path)) return Promise.resolve(UNANSWERED);
    const walk = new Walk(setup);
    walks.set(path, walk);
    const done = walk.run(path).finally(() => walks.delete(path));
    return Promise.race([done, overdue(walk, clock)]);
  };

  return {
    hangs,
    pending: () => [...walks].filter(([, walk]) => walk.isWaiting()).map(([path]) => path),
    close() {
      isClosed = true;
      for (const walk of walks.values()) walk.end();
    },
    size: (path) => inTurn(() => begin(path)),
  };
}

const UNANSWERED: FolderSize = { bytes: null, errno: ETIMEDOUT };

/** Aborts a walk if one of its calls hangs. */
function overdue(walk: Walk, clock: Clock): Promise<FolderSize> {
  return new Promise((resolve) => {
    const look = (calls: number): void => {
      clock.setTimer(() => {
        if (walk.isDone) return;
        if (walk.calls !== calls) return look(walk.calls);
        walk.isGivenUp = true;
        resolve(UNANSWERED);
      }, CALL_MS);
    };
    look(walk.calls);
  });
}

class Walk {
  /** Number of calls so far. */
  calls = 0;
  isDone = false;
  isGivenUp = false;
  /** Monotonic start time of the pending call. */
  #since: number | null = null;
  #bytes = 0;
  #errno = 0;
  readonly #setup: FolderSizerSetup;
  #endsAt: number;

  constructor(setup: FolderSizerSetup) {
    this.#setup = setup;
    this.#endsAt = setup.clock.monotonic() + WALK_MS;
  }

  async run(path: string): Promise<FolderSize> {
    try {
      const mounts = this.#setup.mountPoints();
      const top = this.#setup.place(path);
      if (await this.#mayEnter(mountPointOf(top, mounts))) await this.#addAll(Buffer.from(top), mounts);
      else return UNANSWERED;
    } catch (error) {
      this.#note(error);
    } finally {
      this.isDone = true;
    }
    return { bytes: this.#bytes, errno: this.#errno };
  }

  async #addAll(top: Buffer, mounts: ReadonlyMap<string, string>): Promise<void> {
    const folders = [top];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (this.isGivenUp) return;
      const name = folder.toString();
      const mount = folder === top ? undefined : mounts.get(name);
      if (mount !== undefined && !(await this.#mayEnter(mount))) this.#errno = ETIMEDOUT;
      else await this.#addFolder(folder, folder === top, folders);
    }
  }

  /** @param found receives its folders */
  async #addFolder(folder: Buffer, isTop: boolean, found: Buffer[]): Promise<void> {
    let open: OpenFolder;
    try {
      open = await this.#call(() => this.#setup.calls.openFolder(folder));
    } catch (error) {
      // A folder may be removed during the walk.
      if (isTop || errnoOf(error) !== ENOENT) this.#note(error);
      return;
    }
    try {
      const prefix = Buffer.concat([folder, SLASH]);
      for (;;) {
        const entry = await this.#call(() => open.read());
        if (entry === null || this.isGivenUp) break;
        const path = Buffer.concat([prefix, entry.name]);
        if (entry.isDirectory()) found.push(path);
        else await this.#addEntry(path, entry.isSymbolicLink());
      }
    } catch (error) {
      this.#note(error);
    } finally {
      await open.close().catch(() => {});
    }
  }

  async #addEntry(path: Buffer, isLink: boolean): Promise<void> {
    const { calls, followsLinks } = this.#setup;
    if (isLink && !followsLinks) return;
    try {
      const stat = await this.#call(() => (isLink ? calls.stat(path) : calls.lstat(path)));
      if (!stat.isDirectory()) this.#bytes += stat.size;
    } catch (error) {
      if (isLink || errnoOf(error) !== ENOENT) this.#note(error);
    }
  }

  /** Its next call is refused. */
  end(): void {
    this.#endsAt = -Infinity;
  }

  isWaiting(): boolean {
    return this.#since !== null && this.#setup.clock.monotonic() - this.#since > USUAL_MS;
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    const now = this.#setup.clock.monotonic();
    if (now > this.#endsAt) throw new TookTooLong();
    this.calls += 1;
    this.#since = now;
    try {
      return await call();
    } finally {
      this.#since = null;
    }
  }

  async #mayEnter(mountPoint: string): Promise<boolean> {
    const answers = await this.#setup.answers(mountPoint);
    this.calls += 1;
    return answers;
  }

  #note(error: unknown): void {
    if (error instanceof TookTooLong) this.isGivenUp = true;
    this.#errno = errnoOf(error);
  }
}

class TookTooLong extends Error {
  readonly errno = -ETIMEDOUT;
}

const SLASH = Buffer.from('/');

/** Returns the errno, such as 2 for ENOENT. */
function errnoOf(error: unknown): number {
  const { errno } = error as NodeJS.ErrnoException;
  return typeof errno === 'number' ? Math.abs(errno) : EIO;
}

/** Mount point of a path. */
function mountPointOf(path: string, mounts: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const mount = mounts.get(path.slice(0, end));
    if (mount !== undefined) return mount;
  }
  return '/';
}
