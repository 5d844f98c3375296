import type { Host, HostReader } from '../../core/host.ts';
import { NotFetched } from '../../core/not-fetched.ts';
import type { ApartCalls } from './apart-calls.ts';
import { textIn } from '../../core/text-in.ts';

/** Reads a whole file, or its first bytes, in the thread pool. */
interface FetchedFile {
  read(bytes: number): Promise<Uint8Array>;
  close(): void;
}

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly file: FetchedFile;
  /** Null: not fetched yet. */
  outcome: { bytes: Uint8Array } | { error: unknown } | null;
  usedIn: number;
  loading: Promise<void> | null;
}

/**
 * Files whose content comes from the kernel's own memory, without a lock that is held across input and output, so that no read
 * blocks: the state of processes (not what is in their memory, such as their arguments), tables of the network, settings of the
 * kernel, control groups, the topology of processors, and states of interfaces that the kernel keeps. All others wait for a device, a driver or a file system.
 */
const NEVER_BLOCKS =
  /^\/proc\/(?:\d+|self)\/(?:stat|statm|status|schedstat|io|cgroup|limits|mounts|mountinfo)$|^\/proc\/(?:(?:\d+|self)\/)?net\/(?!wireless)|^\/proc\/sys\/|^\/sys\/fs\/cgroup\/|^\/sys\/devices\/system\/cpu\/(?:cpu\d+\/topology\/|online$)|^\/sys\/class\/net\/[^/]+\/(?!speed|duplex|phys_)/;

export const mayBlock = (path: string): boolean => !NEVER_BLOCKS.test(path);

/**
 * Creates the host for one reader. What its last reading used is fetched before the next one. A reading that misses something is
 * aborted with `NotFetched`, and repeated when that has been fetched: so code that reads stays synchronous and short.
 */
export function createHostReader(
  name: string,
  host: Host,
  calls: ApartCalls,
  openFile: (path: string) => FetchedFile,
): HostReader {
  const entries = new Map<string, Entry>();
  const asked = new Map<string, Promise<Uint8Array>>();
  let turn = 0;
  let missed = 0;

  const drop = (key: string, { file }: Entry): void => {
    file.close();
    entries.delete(key);
  };
  const want = (path: string, bytes: number): Entry => {
    const key = `${bytes} ${path}`;
    let entry = entries.get(key);
    if (entry === undefined) {
      entry = { path, bytes, file: openFile(path), outcome: null, usedIn: turn, loading: null };
      entries.set(key, entry);
    }
    entry.usedIn = turn;
    return entry;
  };
  const take = (path: string, bytes: number): Uint8Array => {
    const { outcome } = want(path, bytes);
    if (outcome === null) {
      missed += 1;
      throw new NotFetched(path);
    }
    if ('error' in outcome) throw outcome.error;
    return outcome.bytes;
  };
  const load = (entry: Entry): Promise<void> =>
    (entry.loading ??= calls
      .call(name, entry.path, () => entry.file.read(entry.bytes))
      .then(
        (bytes) => void (entry.outcome = { bytes }),
        (error) => void (entry.outcome = { error }),
      )
      .finally(() => (entry.loading = null)));
  const loadAll = async (some: readonly Entry[]): Promise<void> => void (await Promise.all(some.map(load)));

  /** A file that has not answered is not asked again. */
  const readApart = (path: string, bytes?: number): Promise<Uint8Array> => {
    const key = `${bytes} ${path}`;
    let answer = asked.get(key);
    if (answer === undefined) {
      answer = calls.call(name, path, () => host.readApart(path, bytes)).finally(() => asked.delete(key));
      asked.set(key, answer);
    }
    return answer;
  };
  const read = (path: string): Uint8Array =>
    mayBlock(path) ? take(path, Number.POSITIVE_INFINITY) : host.read(path);
  return {
    get missed() {
      return missed;
    },
    fetch() {
      for (const [key, entry] of entries) if (entry.usedIn < turn && entry.loading === null) drop(key, entry);
      turn += 1;
      return entries.size === 0 ? undefined : loadAll([...entries.values()]);
    },
    fetchMissed: () => loadAll([...entries.values()].filter(({ outcome }) => outcome === null)),
    awaited: () => calls.awaited(name),
    host: {
      ...host,
      read,
      readKept: (path) => (mayBlock(path) ? read(path) : host.readKept(path)),
      readHead: (path, bytes) => (mayBlock(path) ? take(path, bytes) : host.readHead(path, bytes)),
      readText: (path) => (mayBlock(path) ? textIn(read, path) : host.readText(path)),
      readApart,
      release(path) {
        for (const [key, entry] of entries) if (entry.path === path) drop(key, entry);
        host.release(path);
      },
      expect(paths) {
        let lacking: string | null = null;
        // All are wanted before one is found to be lacking.
        for (const path of paths)
          if (mayBlock(path) && want(path, Number.POSITIVE_INFINITY).outcome === null) lacking ??= path;
        if (lacking === null) return;
        missed += 1;
        throw new NotFetched(lacking);
      },
    },
  };
}
