/** An archive on a disk in memory, fed by plugins that a test samples, under a clock that it advances. */
import { Archive } from '../../src/history/archive/archive.ts';
import type { ArchiveSetup, DiskRoom } from '../../src/history/archive/setup.ts';
import { RangeReader } from '../../src/history/archive/query/range.ts';
import type { Range } from '../../src/history/past/history-source.ts';
import type { SampledPlugin } from '../../src/history/archive/write/pending.ts';
import type { Disk } from '../../src/core/files/disk.ts';
import { History } from '../../src/core/store/history.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createMemoryDisk, type MemoryDisk } from './memory-disk.ts';

export const FOLDER = '/state/archive';
/** A Sunday at noon. */
export const NOON = Date.UTC(2026, 10, 22, 12);
export const PACE_MS = 2000;

export interface ArchiveRig {
  readonly archive: Archive;
  readonly clock: FakeClock;
  readonly history: History;
  readonly log: string[];
  readonly marks: string[];
  /** Takes samples for that long, and writes them as often as `flushMs` says: every minute unless set. */
  sample(seconds: number, values: (time: number) => Readonly<Record<string, number>>): Promise<void>;
  read(
    id: string,
    range: Range,
  ): Promise<{ avg: (number | null)[]; min: (number | null)[]; max: (number | null)[] }>;
}

export interface RigOptions extends Partial<Omit<ArchiveSetup, 'clock' | 'plugins'>> {
  disk?: Disk;
  clock?: FakeClock;
  start?: number;
  historySize?: number;
  paceMs?: number;
  /** Of the plugin. */
  name?: string;
}

export async function openRig(options: RigOptions = {}): Promise<ArchiveRig> {
  const {
    start = NOON,
    clock = createFakeClock(start),
    historySize = 1200,
    paceMs = PACE_MS,
    name: pluginName = 'cpu',
    flushMs = 60_000,
    ...rest
  } = options;
  const history = new History(historySize, historySize);
  const plugin: SampledPlugin = { name: pluginName, history, paceMs: () => paceMs };
  const log: string[] = [];
  const marks: string[] = [];
  const archive = new Archive({
    disk: createMemoryDisk(),
    path: FOLDER,
    room: async (): Promise<DiskRoom> => ({ free: 1e12, total: 1e13 }),
    processes: {
      self: (port) => ({ pid: 1, started: '1', world: 'here', host: 'here', port }),
      startOf: () => null,
    },
    port: 61208,
    describe: (name, field, item) => ({ plugin: name, item, field, kind: 'gauge', unit: 'percent' }),
    isKept: () => true,
    programs: null,
    bounds: {
      maxBytes: 1e9,
      ages: { hour: 2 * 86_400_000, day: 90 * 86_400_000, month: 1800 * 86_400_000 },
    },
    minFree: () => 1e9,
    flushMs,
    delayMs: 0,
    memory: historySize,
    log: (severity, text) => log.push(`${severity} ${text}`),
    onMark: (kind, detail) => marks.push(detail === null ? kind : `${kind} ${detail}`),
    ...rest,
    clock,
    plugins: [plugin],
  });
  await archive.start();
  return {
    archive,
    clock,
    history,
    log,
    marks,
    async sample(seconds, values) {
      for (let passed = 0; passed < seconds; passed += paceMs / 1000) {
        clock.skip(paceMs);
        archive.watchClock();
        history.begin(clock.now());
        for (const [name, value] of Object.entries(values(clock.now()))) history.record(name, value);
        if (Math.floor(clock.monotonic() / flushMs) !== Math.floor((clock.monotonic() - paceMs) / flushMs))
          await archive.flush();
      }
    },
    async read(id, range) {
      const setup = archive.reading();
      const found = setup && (await (await RangeReader.open(setup, range)).read(id));
      const rows = Math.round((range.to - range.from) / range.step);
      const plain = (column: Float64Array = new Float64Array(rows).fill(Number.NaN)) =>
        [...column].map((value) => (Number.isNaN(value) ? null : value));
      const bins = found?.bins;
      return { avg: plain(bins?.avg), min: plain(bins?.min), max: plain(bins?.max) };
    },
  };
}

/** The names of the files on a disk. */
export const filesOf = (disk: MemoryDisk): string[] =>
  disk
    .paths()
    .map((path) => path.slice(FOLDER.length + 1))
    .sort();
