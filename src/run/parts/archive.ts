/** Builds the history on disk of a server from the configuration. */
import { hostname } from 'node:os';
import { crc32 } from 'node:zlib';
import { Archive } from '../../history/archive/archive.ts';
import type { ArchiveOff } from '../../history/archive/own-archive.ts';
import { sinceBoot } from '../../history/archive/since-boot.ts';
import { kernelProcesses } from '../../history/archive/lock.ts';
import { ProgramUse } from '../../history/archive/top/program-use.ts';
import type { SampledPlugin } from '../../history/archive/write/pending.ts';
import { describeSeries } from '../../history/archive/write/declared-series.ts';
import type { Configuration } from '../config/load.ts';
import type { SectionValues } from '../config/sections.ts';
import { hasCulprits } from '../../core/culprits.ts';
import type { LogWriter } from '../../core/base-services.ts';
import type { Clock } from '../../core/host.ts';
import { processes } from '../../measure/sources/processes/processes.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { diskRoom } from '../../core/files/disk-room.ts';
import { archiveFolder } from '../../history/archive/history-paths.ts';
import type { Agent } from './agent.ts';
import { sharedFolder } from '../../history/archive/archive-place.ts';
import { containerName } from '../../core/container-name.ts';
import { keptSamples } from './kept-samples.ts';

export interface OpenArchiveSetup {
  configuration: Configuration;
  environment: Readonly<Record<string, string | undefined>>;
  agent: Agent;
  clock: Clock;
  log: LogWriter;
  port: number;
  /** Receives marks for the time line. */
  mark(kind: string, detail: string | null): void;
  /** Turned off on the command line. */
  isDisabled: boolean;
}

/** Created, not started. */
export function openArchive(setup: OpenArchiveSetup): Archive | ArchiveOff {
  const { configuration, agent, clock, mark } = setup;
  const { archive: options } = configuration.sections;
  const path = pathOfArchive(setup);
  if (typeof path === 'object') return path;
  const archive = new Archive({
    ...archiveOnThisHost(setup),
    path,
    plugins: sampledPlugins(agent, clock),
    describe: describeSeries(agent.plugins),
    isKept: keptBy(options),
    programs: options.processes ? programUse(agent) : null,
    bounds: {
      maxBytes: options.max_size,
      ages: { hour: options.samples, day: options.minutes, month: options.hours },
    },
    flushMs: options.flush * 1000,
    memory: keptSamples(configuration),
    onMark: mark,
  });
  agent.store.subscribe(() => archive.watchClock());
  return archive;
}

/** Returns the parts of an archive that depend only on the host. */
export function archiveOnThisHost({
  configuration,
  clock,
  log,
  port,
}: Pick<OpenArchiveSetup, 'configuration' | 'clock' | 'log' | 'port'>) {
  return {
    clock,
    sinceBoot,
    log: log.write,
    port,
    disk: nodeDisk,
    room: diskRoom,
    processes: kernelProcesses,
    minFree: configuration.sections.archive.min_free,
    delayMs: delayOfHost(),
  };
}

/** Returns the folder of the history of this machine, or why there is none. */
export function pathOfArchive({
  configuration: { sections, settings },
  environment,
  isDisabled,
}: Pick<OpenArchiveSetup, 'configuration' | 'environment' | 'isDisabled'>): string | ArchiveOff {
  if (isDisabled) return { off: 'turned off by --disable-archive', isChosen: true };
  if (!sections.archive.enable) return { off: 'turned off by enable=False in [archive]', isChosen: true };
  if (settings.historySize === 0) return { off: 'no history is kept at all', isChosen: true };
  const given = sections.archive.folder;
  const path = archiveFolder(given, environment);
  const off =
    path === null
      ? 'there is no folder for it: set folder= in [archive], or STATE_DIRECTORY or XDG_STATE_HOME, to an absolute path'
      : given === undefined
        ? sharedFolder(path)
        : null;
  return off === null ? (path as string) : { off, isChosen: false };
}

/** Observes process scans. */
function programUse({ store, sampler, events }: Agent): ProgramUse {
  const scans = sampler.instance(processes);
  const use = new ProgramUse({
    ownerOf: scans.followOwners(),
    containerName: (container) => containerName(store.latest('containers').value, container),
    swapReader: scans.swapReader,
    isAlerted: () => events !== null && events.lasting().some(({ plugin }) => hasCulprits(plugin)),
  });
  store.subscribe(({ plugin, time }) => {
    const scan = plugin === 'programlist' && time !== null ? scans.latest() : null;
    if (scan !== null && time !== null) use.add(scan, time);
  });
  return use;
}

/** States are read once a second: once per sample would be too often. */
const STATES_MS = 1000;

function sampledPlugins({ plugins, store, sampler }: Agent, clock: Clock): SampledPlugin[] {
  let states = new Map<string, number>();
  let readAt = -Infinity;
  const paceOf = (name: string): number => {
    if (clock.monotonic() - readAt > STATES_MS) {
      readAt = clock.monotonic();
      states = new Map(sampler.states().map((state) => [state.name, state.refresh * 1000]));
    }
    return states.get(name) ?? DEFAULT_PACE_MS;
  };
  return plugins.map(({ name }) => ({ name, history: store.history(name), paceMs: () => paceOf(name) }));
}

const DEFAULT_PACE_MS = 2000;

/** Returns the filter of the requested plugins that are not excluded. */
function keptBy({ series, hide }: SectionValues['archive']): (id: string) => boolean {
  return (id) =>
    (series.length === 0 || series.some((pattern) => pattern.test(id))) &&
    !hide.some((pattern) => pattern.test(id));
}

const MINUTE_MS = 60_000;

/** Milliseconds after the hour: constant for a host, and spread over a minute. */
const delayOfHost = (): number => crc32(hostname()) % MINUTE_MS;

/** A line for the start: place and size of the history, or why there is none. */
export function archiveLine(archive: Archive | ArchiveOff, name = 'history'): string {
  if ('off' in archive) return `No ${name} on disk: ${archive.off}.`;
  const { status, path, bytes, bounds } = archive;
  if (status.reason !== null) return `No ${name} on disk: ${status.reason}.`;
  const since = archive.since();
  const size = `${megabytes(bytes)} of at most ${megabytes(bounds.maxBytes)}`;
  const begin = since === null ? '' : `, since ${new Date(since).toISOString().slice(0, 10)}`;
  return `${name[0]?.toUpperCase()}${name.slice(1)} on disk: ${path}, ${size}${begin}.`;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
