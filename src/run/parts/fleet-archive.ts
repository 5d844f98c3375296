/** The history on disk of a hub: the columns of all its servers, including removed ones. */
import { Archive } from '../../history/archive/archive.ts';
import type { ArchiveOff } from '../../history/archive/own-archive.ts';
import type { Describe } from '../../history/archive/write/declared-series.ts';
import type { SectionValues } from '../config/sections.ts';
import type { Hub } from '../../fleet/hub/hub.ts';
import { ANSWER_TIME, EXTREMES, takeSamples } from '../../fleet/hub/samples.ts';
import { RECENT_LENGTH, type ServerColumn } from '../../core/columns.ts';
import { History } from '../../core/store/history.ts';
import { archiveOnThisHost, type OpenArchiveSetup, pathOfArchive } from './archive.ts';

/** Plugin name of series whose items are servers. */
const SERVERS = 'servers';
/** Longer than a minute, since a write with one or two samples per server would be mostly headers. */
const FLUSH_SECONDS = 300;

/** Most samples of all servers in memory. */
export function fleetHistory(refresh: number, { flush }: SectionValues['archive']): History {
  const kept = Math.max(RECENT_LENGTH, Math.ceil((2 * flushSeconds(flush)) / refresh));
  return new History(kept, kept);
}

const flushSeconds = (flush: number): number => Math.max(FLUSH_SECONDS, flush);

export interface FleetArchive {
  readonly archive: Archive | ArchiveOff;
  /** Starts to record; the result stops it. */
  record(): () => void;
}

interface FleetArchiveSetup extends Pick<
  OpenArchiveSetup,
  'configuration' | 'environment' | 'clock' | 'log' | 'port' | 'isDisabled' | 'mark'
> {
  hub: Hub;
  history: History;
}

/** Created, not started. */
export function openFleetArchive(setup: FleetArchiveSetup): FleetArchive {
  const { hub, history, clock, configuration, mark } = setup;
  const { archive: options } = configuration.sections;
  const path = pathOfArchive(setup);
  if (typeof path === 'object') return { archive: path, record: () => () => {} };
  const archive = new Archive({
    ...archiveOnThisHost(setup),
    path: `${path}-fleet`,
    plugins: [{ name: SERVERS, history, paceMs: hub.paceMs }],
    describe: describeColumns(hub.columns),
    isKept: () => true,
    programs: null,
    bounds: {
      maxBytes: options.fleet_max_size,
      ages: { hour: options.fleet_samples, day: options.minutes, month: options.hours },
    },
    flushMs: flushSeconds(options.flush) * 1000,
    memory: RECENT_LENGTH,
    onRefilled: hub.recall,
    // The agent's own archive marks steps of the clock, and is not affected by pauses of this one.
    onMark: (kind, detail) => !OF_MACHINE.has(kind) && mark(`fleet_${kind}`, detail),
  });
  return { archive, record: () => takeSamples(hub, history, clock) };
}

/** Marks in the agent's own archive. */
const OF_MACHINE: ReadonlySet<string> = new Set(['clock', 'suspend']);

function describeColumns(columns: readonly ServerColumn[]): Describe {
  const units = new Map<string, ServerColumn['unit']>([[ANSWER_TIME, 'millisecond']]);
  for (const { key, unit } of columns)
    for (const name of ['', EXTREMES.min, EXTREMES.max]) units.set(key + name, unit);
  return (plugin, field, item) => ({ plugin, item, field, kind: 'gauge', unit: units.get(field) ?? null });
}
