import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FileSystemCapacity,
  FolderSize,
  Host,
  InterfaceAddress,
  OpenFile,
  RunOutcome,
  TcpAnswer,
} from '../../src/core/host.ts';
import { createHost } from '../../src/host/local-host.ts';
import { createSearch } from '../../src/host/search.ts';
import { systemError } from '../../src/host/system-error.ts';
import { createFakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { recordedService } from './recorded-service.ts';

export interface RecordedHost extends Host {
  readonly clock: FakeClock;
  /** From now on everything comes from another recorded tree, as if time had passed. Files kept open follow. */
  useTree(directory: string): void;
}

export type RecordedHostOverrides = Partial<Omit<Host, 'clock'>> & { clock?: FakeClock };

const UNAVAILABLE = 'not available in this recording';

/**
 * A host whose files are those below `directory` (`proc/stat`, `sys/class/…`), on a clock that the test advances. Beside
 * them may be recorded:
 *
 * - `statfs.json`: capacities by mount point
 * - `folders.json`: sizes of folders by path
 * - `addresses.json`: the list of addresses; without it those that the kernel files tell
 * - `run/<arguments, with _ for />.json`: the outcome of a program; its `stdout` may be a JSON value in place of a text. The
 *   name ends after 200 characters. With such a folder the recording stands for the machine that the agent runs on.
 * - `services.json`: answers of services, by socket and path
 * - `tcp/<port>`: what the server at that port sends
 *
 * What is not recorded fails. `overrides` replaces any method or value.
 */
export function createRecordedHost(directory: string, overrides: RecordedHostOverrides = {}): RecordedHost {
  const clock = overrides.clock ?? createFakeClock();
  const at = (tree: string): Host => createHost({ root: tree, env: {}, clock });
  let tree = directory;
  let files = at(tree);
  return {
    isLocal: existsSync(join(directory, 'run')),
    machine: 'x86_64',
    pageSize: 4096,
    read: (path) => files.read(path),
    readLine: (path) => files.readLine(path),
    open: (path) => openFollowing(path, () => files),
    list: (path) => files.list(path),
    names: (path) => files.names(path),
    readLink: (path) => files.readLink(path),
    statfs: async (path) => recordedCapacity(tree, path),
    folderSize: async (path) => recordedFolder(tree, path),
    addresses: () => readJson<InterfaceAddress[]>(join(tree, 'addresses.json')) ?? files.addresses(),
    run: async (argv) => recordedOutcome(tree, argv),
    nvml: async () => ({ state: 'absent', reason: UNAVAILABLE }),
    search: createSearch(),
    fetchJson: () => Promise.reject(new Error(UNAVAILABLE)),
    fetchText: () => Promise.reject(new Error(UNAVAILABLE)),
    checkWeb: () => Promise.reject(new Error(UNAVAILABLE)),
    connectTcp: async (_host, port) => recordedAnswer(tree, port),
    variable: () => undefined,
    service(address) {
      // This machine's own sockets are no part of a recording.
      const rooted = 'socketPath' in address ? { socketPath: address.socketPath } : address;
      const real = files.service(rooted);
      return recordedService(
        rooted,
        () => tree,
        () => real,
      );
    },
    ...overrides,
    clock,
    useTree(next) {
      tree = next;
      files = at(next);
    },
  };
}

/**
 * An open file reads the tree of the moment. As with a real descriptor, one below /proc/<pid> fails with ESRCH once its
 * process has gone, even when another one has been given the same number.
 */
function openFollowing(path: string, files: () => Host): OpenFile {
  const process = /^\/proc\/\d+(?=\/)/.exec(path)?.[0];
  const startTime = (): string | undefined => (process === undefined ? undefined : startOf(process, files()));
  files().open(path).close();
  const opened = startTime();
  return {
    read() {
      const gone = process !== undefined && (startTime() !== opened || !exists(path, files()));
      if (gone) throw systemError('ESRCH', 'no such process', 'read', path);
      return files().read(path);
    },
    close() {},
  };
}

/** Field 22 of `/proc/<pid>/stat`, counted from behind the name, which may hold anything. */
function startOf(process: string, host: Host): string | undefined {
  const stat = host.readLine(`${process}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function exists(path: string, host: Host): boolean {
  try {
    host.open(path).close();
    return true;
  } catch {
    return false;
  }
}

function recordedOutcome(tree: string, argv: readonly string[]): RunOutcome {
  const file = join(tree, 'run', `${argv.join(' ').replaceAll('/', '_').slice(0, 200)}.json`);
  const recorded = readJson<Partial<Omit<RunOutcome, 'stdout'>> & { stdout?: unknown }>(file);
  const nothing = { code: null, stdout: '', stderr: '', failure: UNAVAILABLE };
  if (recorded === undefined) return nothing;
  const { stdout = '' } = recorded;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  return { ...nothing, code: 0, failure: null, ...recorded, stdout: text };
}

function recordedAnswer(tree: string, port: number): TcpAnswer {
  const file = join(tree, 'tcp', String(port));
  if (!existsSync(file)) throw systemError('ECONNREFUSED', UNAVAILABLE, 'connect', String(port));
  return { seconds: 0.001, bytes: new Uint8Array(readFileSync(file)) };
}

function recordedCapacity(tree: string, path: string): FileSystemCapacity {
  const capacity = readJson<Record<string, FileSystemCapacity>>(join(tree, 'statfs.json'))?.[path];
  if (capacity === undefined) throw systemError('ENOENT', UNAVAILABLE, 'statfs', path);
  return capacity;
}

const recordedFolder = (tree: string, path: string): FolderSize =>
  readJson<Record<string, FolderSize>>(join(tree, 'folders.json'))?.[path] ?? { bytes: 0, errno: 2 };

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}
