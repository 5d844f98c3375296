import type { TimexAnswer } from '../../src/core/host.ts';
import type {
  FileSystemCapacity,
  FolderSize,
  Host,
  InterfaceAddress,
  OpenFile,
  RunOutcome,
  TcpAnswer,
} from '../../src/core/host.ts';
import { systemError } from '../../src/measure/host/system-error.ts';
import { createFakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { openRecording, type RecordedFiles, type Recording } from './recording-files.ts';
import { recordedService } from './recorded-service.ts';
import type { Tree } from '../../scripts/support/tree.ts';

export interface RecordedHost extends Host {
  readonly clock: FakeClock;
  /** Switches to another recorded tree, as if time had passed, also for files kept open. */
  useTree(tree: string | Tree): void;
}

export type RecordedHostOverrides = Partial<Omit<Host, 'clock'>> & { clock?: FakeClock };

const UNAVAILABLE = 'not available in this recording';

/**
 * A host whose files are those of a tree in memory or below a directory (`proc/stat`, `sys/class/…`), on a clock that the
 * test advances. Beside them may be recorded:
 *
 * - `statfs.json`: capacities by mount point
 * - `folders.json`: sizes of folders by path
 * - `addresses.json`: the list of addresses; without it those that the kernel files tell
 * - `run/<arguments, with _ for />.json`: the outcome of a program; its `stdout` may be a JSON value in place of a text. The
 *   name ends after 200 characters. With such a folder the recording stands for the machine that the agent runs on.
 * - `services.json`: answers of services, by socket and path
 * - `tcp/<port>`: what the server at that port sends
 *
 * Anything that is not recorded fails. `overrides` replaces any method or value.
 */
export function createRecordedHost(
  first: string | Tree,
  overrides: RecordedHostOverrides = {},
): RecordedHost {
  const clock = overrides.clock ?? createFakeClock();
  let recording = openRecording(first, clock);
  const now = (): Recording => recording;
  return {
    isLocal: recording.hasPrograms,
    machine: 'x86_64',
    pageSize: 4096,
    read: (path) => recording.files.read(path),
    readApart: async (path, bytes) => Uint8Array.from(recording.files.read(path).subarray(0, bytes)),
    readKept: (path) => recording.files.read(path),
    release: () => {},
    readHead: (path, bytes) => recording.files.readHead(path, bytes),
    readText: (path) => recording.files.readText(path),
    open: (path) => openFollowing(path, () => recording.files),
    list: (path) => recording.files.list(path),
    names: (path) => recording.files.names(path),
    readLink: (path) => recording.files.readLink(path),
    statfs: async (path) => recordedCapacity(recording, path),
    folderSize: async (path) => recordedFolder(recording, path),
    newestIn: () => Promise.reject(new Error(UNAVAILABLE)),
    addresses: () => readJson<InterfaceAddress[]>(recording, 'addresses.json') ?? recording.files.addresses(),
    run: async (argv) => recordedOutcome(recording, argv),
    startDaemon: () => ({ ask: () => Promise.reject(new Error(UNAVAILABLE)) }),
    adjtimex: async () => recordedTimex(recording),
    nvml: async () => ({ state: 'absent', reason: UNAVAILABLE }),
    routeTo: async () => null,
    fetchJson: () => Promise.reject(new Error(UNAVAILABLE)),
    fetchText: () => Promise.reject(new Error(UNAVAILABLE)),
    checkWeb: () => Promise.reject(new Error(UNAVAILABLE)),
    connectTcp: async (_host, port) => recordedAnswer(recording, port),
    resolveRecords: () => Promise.reject(new Error(UNAVAILABLE)),
    variable: () => undefined,
    systemBus: () => recording.files.systemBus(),
    service(address) {
      // This machine's own sockets are no part of a recording.
      const rooted = 'socketPath' in address ? { socketPath: address.socketPath } : address;
      const real = recording.files.service(rooted);
      return recordedService(
        rooted,
        () => readJson(now(), 'services.json') ?? {},
        () => real,
      );
    },
    ...overrides,
    clock,
    useTree(next) {
      recording = openRecording(next, clock);
    },
  };
}

/**
 * An open file reads the tree of the moment. As with a real descriptor, one below /proc/<pid> fails with ESRCH once its
 * process has gone, even when another one has been given the same number.
 */
function openFollowing(path: string, files: () => RecordedFiles): OpenFile {
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
function startOf(process: string, host: RecordedFiles): string | undefined {
  const stat = host.readText(`${process}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function exists(path: string, host: RecordedFiles): boolean {
  try {
    host.open(path).close();
    return true;
  } catch {
    return false;
  }
}

function recordedOutcome(recording: Recording, argv: readonly string[]): RunOutcome {
  const file = `run/${argv.join(' ').replaceAll('/', '_').slice(0, 200)}.json`;
  const recorded = readJson<Partial<Omit<RunOutcome, 'stdout'>> & { stdout?: unknown }>(recording, file);
  const nothing = { code: null, stdout: '', stderr: '', failure: UNAVAILABLE };
  if (recorded === undefined) return nothing;
  const { stdout = '' } = recorded;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  return { ...nothing, code: 0, failure: null, ...recorded, stdout: text };
}

function recordedAnswer(recording: Recording, port: number): TcpAnswer {
  const answer = recording.attachment(`tcp/${port}`);
  if (answer === undefined) throw systemError('ECONNREFUSED', UNAVAILABLE, 'connect', String(port));
  return { seconds: 0.001, bytes: new Uint8Array(answer) };
}

/** `timex.json`: the state and the structure in base64. */
function recordedTimex(recording: Recording): TimexAnswer | null {
  const recorded = readJson<{ state: number; bytes: string }>(recording, 'timex.json');
  return recorded === undefined
    ? null
    : { state: recorded.state, bytes: new Uint8Array(Buffer.from(recorded.bytes, 'base64')) };
}

/** Older recordings do not state them. */
const NO_INODES = { files: 0, filesFree: 0 };

function recordedCapacity(recording: Recording, path: string): FileSystemCapacity {
  const capacity = readJson<Record<string, FileSystemCapacity>>(recording, 'statfs.json')?.[path];
  if (capacity === undefined) throw systemError('ENOENT', UNAVAILABLE, 'statfs', path);
  return { ...NO_INODES, ...capacity };
}

const recordedFolder = (recording: Recording, path: string): FolderSize =>
  readJson<Record<string, FolderSize>>(recording, 'folders.json')?.[path] ?? { bytes: 0, errno: 2 };

function readJson<T>(recording: Recording, path: string): T | undefined {
  const content = recording.attachment(path);
  return content && (JSON.parse(content.toString('utf8')) as T);
}
