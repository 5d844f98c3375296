import { opendirSync, promises, readdirSync, readlinkSync } from 'node:fs';
import { machine } from 'node:os';
import type { Clock, Host } from '../../core/host.ts';
import { parseMounts } from '../linux/mounts.ts';
import { createAddressReader } from './addresses.ts';
import { createTimexReader } from './adjtimex.ts';
import { checkWeb } from './check-web.ts';
import type { KernelCalls } from './exit-now.ts';
import { connectTcp } from './connect-tcp.ts';
import { routeTo } from './route-to.ts';
import { fetchJson } from './fetch-json.ts';
import { fetchText } from './fetch-text.ts';
import { createHttpService } from './http-service.ts';
import { newestIn } from './newest-in.ts';
import { createFileReader } from './file-reader.ts';
import { createKeptFiles } from './kept-files.ts';
import { createLookup } from './lookup.ts';
import { createMessageBus } from './message-bus.ts';
import { findNvml } from './nvml/find-library.ts';
import { bindNvml } from './nvml/koffi-api.ts';
import { createNvml } from './nvml/nvml.ts';
import { startDaemon } from './daemon.ts';
import { createFolderSizer } from './folder-size.ts';
import { folderCalls } from './folder-calls.ts';
import { readPageSize } from './page-size.ts';
import { readApart, readHeadApart } from './read-apart.ts';
import { createPaths } from './paths.ts';
import { rootedAddresses } from './rooted-addresses.ts';
import { endPrograms, type RunningProgram } from './child-program.ts';
import { runProgram } from './run.ts';
import { createCapacityReader } from './statfs.ts';
import { createSystemClock } from './system-clock.ts';
import { resolveRecords } from './resolve-records.ts';
import { createApartCalls } from './apart-calls.ts';
import { ApartFile } from './apart-file.ts';
import { createHostReader } from './host-reader.ts';
import { textIn } from '../../core/text-in.ts';
import { errorCode } from '../../core/files/error-code.ts';
import { orNull } from '../../core/or-null.ts';

export interface HostOptions {
  /** Directory at which the watched host's `/` is mounted; `/` unless given (`--rootfs`, GANDER_ROOTFS). */
  root?: string | undefined;
  /** Environment for HOST_ROOT, HOST_PROC, HOST_SYS and HOST_ETC, inherited by programs. Default: `process.env`. */
  env?: NodeJS.ProcessEnv | undefined;
  clock?: Clock | undefined;
  /** Readers get a host whose calls never block ({@link Host.reader}); default: false, for readers that may wait. */
  neverBlocks?: boolean | undefined;
}

/** The host, with the state that its process needs to end. */
export interface LocalHost extends Host, KernelCalls {
  /** Kills running programs and their descendants, and begins no more calls that take a thread. */
  close(): void;
}

/** Creates the local host, or the one whose root is mounted at `options.root`. */
export function createHost(options: HostOptions = {}): LocalHost {
  const env = options.env ?? process.env;
  const clock = options.clock ?? createSystemClock();
  const paths = createPaths(options.root, env);
  const files = createFileReader();
  const capacities = createCapacityReader((path) => promises.statfs(paths.place(path)), clock);
  const lookup = createLookup();
  const programs = new Set<RunningProgram>();
  const nvml = createNvml({ clock, find: () => findNvml(env), bind: bindNvml });
  const kept = createKeptFiles(
    { read: (path) => files.read(paths.find(path)), open: (path) => files.open(paths.find(path)) },
    paths.isLocal,
  );
  const { read } = kept;
  const calls = createApartCalls(clock);
  const folders = createFolderSizer({
    calls: folderCalls,
    clock,
    place: paths.place,
    mountPoints: () => new Map(mountPointsIn(read).map((path) => [paths.place(path), path])),
    // Identified by its mount table path, as in the fs plugin, so that a dead mount is queried once.
    answers: (mountPoint) => answers(capacities.statfs(mountPoint, STATFS_MS)),
    followsLinks: paths.isLocal,
  });
  // Without the table, requests take the short way.
  const areInterfacesMany = (): boolean =>
    orNull(() => files.readHead(INTERFACES, MANY_BYTES).length) === MANY_BYTES;
  const host: LocalHost = {
    isLocal: paths.isLocal,
    machine: machine(),
    pageSize: readPageSize(),
    clock,
    ...kept,
    readApart: async (path, bytes) =>
      bytes === undefined ? readApart(paths.find(path)) : readHeadApart(paths.find(path), bytes),
    readHead: (path, bytes) => files.readHead(paths.find(path), bytes),
    readText: (path) => textIn(read, path),
    open: (path) => files.open(paths.find(path)),
    list: (path) => readdirSync(paths.find(path)),
    names: (path) => namesIn(paths.find(path)),
    readLink: (path) => readlinkSync(paths.findLink(path)),
    statfs: capacities.statfs,
    folderSize: folders.size,
    newestIn: (path) => calls.call('backups', path, () => newestIn(paths.find(path))),
    addresses: paths.isLocal ? createAddressReader(areInterfacesMany) : () => rootedAddresses(read),
    run: (argv, limits) => runProgram(argv, limits, env, programs),
    startDaemon: (argv, limits) => startDaemon(argv, limits, env, programs),
    adjtimex: createTimexReader(),
    nvml: (timeoutMs) => nvml.read(timeoutMs),
    // The links of a mounted root may belong to another network namespace.
    routeTo: async (name) => (paths.isLocal ? routeTo(name, lookup, read) : null),
    fetchJson,
    fetchText,
    checkWeb: (url, check) => checkWeb(url, check, lookup),
    connectTcp: (name, port, limits) => connectTcp(name, port, limits, lookup),
    resolveRecords: (question) => resolveRecords(question, lookup),
    variable: (name) => env[name] || undefined,
    service: (address) => createHttpService(address, (path) => paths.find(path)),
    systemBus() {
      const path = (paths.isLocal && BUS_PATH.exec(env['DBUS_SYSTEM_BUS_ADDRESS'] ?? '')?.[1]) || BUS;
      return createMessageBus(path, () => paths.find(path), clock);
    },
    hangs: () => [...capacities.hangs(), ...folders.hangs(), ...nvml.hangs(), ...calls.hangs()],
    close() {
      endPrograms(programs);
      for (const each of [capacities, folders, calls]) each.close();
    },
    pending: () => [...capacities.pending(), ...folders.pending(), ...nvml.pending(), ...calls.pending()],
  };
  if (options.neverBlocks !== true) return host;
  const open = (path: string) => new ApartFile(paths.find(path), paths.isLocal && isKernelFile(path));
  return { ...host, reader: (name) => createHostReader(name, host, calls, open) };
}

/** Never replaced by another file of its name, which an open descriptor would miss. */
const isKernelFile = (path: string): boolean => path.startsWith('/proc/') || path.startsWith('/sys/');

/** Address of the system bus: D-Bus Specification, "Well-known Message Bus Instances". */
const BUS = '/run/dbus/system_bus_socket';
const BUS_PATH = /(?:^|;)unix:path=([^,;]+)/;
const STATFS_MS = 2000;
/** The interface table, and its length from about 500 interfaces. */
const INTERFACES = '/proc/net/dev';
const MANY_BYTES = 64 * 1024;

function mountPointsIn(read: (path: string) => Buffer): string[] {
  // Without /proc no path is a mount point.
  return orNull(() => parseMounts(read('/proc/self/mounts')).map(({ path }) => path)) ?? [];
}

/** True if a file system answers at all, even with an error. */
const answers = (capacity: Promise<unknown>): Promise<boolean> =>
  capacity.then(
    () => true,
    (error) => errorCode(error) !== undefined,
  );

/** Entries fetched at a time; the kernel needs a quarter of a millisecond for as many processes. */
const NAMES_AT_ONCE = 256;

function* namesIn(path: string): Generator<string> {
  const directory = opendirSync(path, { bufferSize: NAMES_AT_ONCE });
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) yield entry.name;
  } finally {
    directory.closeSync();
  }
}
