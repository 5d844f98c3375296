/** CPU of forecast runs over two weeks of history on disk of a typical host with a thousand processes. */
import type { PluginValue } from '../../src/core/served.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRig } from '../../test/support/archive-rig.ts';
import { ArchiveHistory } from '../../src/history/archive/history.ts';
import type { RangeSetup } from '../../src/history/archive/query/range.ts';
import { TopLog } from '../../src/history/archive/top/top-log.ts';
import { importRows, type PeriodRow } from '../../src/history/archive/transfer/import.ts';
import { Forecaster } from '../../src/history/forecast/forecaster.ts';
import { ColumnCodec } from '../../src/history/archive/format/column-codec.ts';
import { nodeDisk } from '../../src/core/files/disk.ts';
import { Slice } from '../../src/core/slice.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { longestTurn } from '../longest-turn.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const GIB = 1024 ** 3;
const MOUNTS = ['/', '/boot', '/home', '/srv', '/var'];
const DAYS = 15;
const MOST_MS = 20;

export const measureForecast: Measure = async () => {
  const path = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  try {
    return await measure(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
};

async function measure(path: string): Promise<Figure[]> {
  const rig = await openRig({ disk: nodeDisk, path });
  const { archive, clock } = rig;
  const end = clock.now();
  if (archive.folder === null) throw new Error('the archive is not open');
  await importRows(rows(end), {
    folder: archive.folder,
    codec: new ColumnCodec(),
    describe: (plugin, field, item) => ({ plugin, item, field, kind: 'gauge', unit: 'byte' }),
    slice: new Slice({ ms: 50 }),
    now: end,
  });
  await programs(`${path}/top`, end);
  // Days and months are compacted from hours.
  for (let round = 0; round < 3; round += 1) await archive.flush();
  const forecaster = new Forecaster({
    source: () =>
      new ArchiveHistory({
        open: () => ({ archive, reading: archive.reading() as RangeSetup }),
        now: clock.now(),
        samples: () => 0,
        registry: [],
        events: async () => ({ events: [], marks: [], notes: [] }),
      }),
    latest: (plugin) => VALUES[plugin] ?? null,
    clock,
    onResult: () => {},
  });
  let longest = 0;
  const run = async (): Promise<number> => {
    const before = process.cpuUsage();
    longest = Math.max(longest, await longestTurn(() => forecaster.run()));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const pieces: number[] = [];
  for (let piece = 0; piece < 56; piece += 1) pieces.push(await run());
  const hours: number[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    clock.skip(HOUR);
    hours.push(await run());
  }
  const found = forecaster.latest().forecasts.length;
  if (found < MOUNTS.length) throw new Error(`${found} forecasts in place of ${MOUNTS.length}`);
  const alone = await longestTurn(() => new Promise((resolve) => void setTimeout(resolve, 300)));
  await archive.stop();
  return [
    figure('an hourly run', hours),
    figure('a run after the start, which reads six hours', pieces),
    {
      name: 'Forecasts: longest turn of the event loop in these runs',
      value: `${digits(longest)} ms`,
      peer: `the probe alone: ${digits(alone)} ms`,
      reach: '≤ 5 ms + the probe',
      isReached: longest <= 5 + alone,
    },
  ];
}

/** The median, which excludes occasional other load. */
function figure(name: string, ms: number[]): Figure {
  const value = ms.sort((a, b) => a - b)[ms.length >> 1] ?? 0;
  return {
    name: `Forecasts: ${name}, ${MOUNTS.length} file systems and their inodes, CPU`,
    value: `${digits(value)} ms`,
    peer: '–',
    reach: `≤ ${MOST_MS} ms`,
    isReached: value <= MOST_MS,
  };
}

const free = (index: number, days: number): number => (40 + index) * GIB + days * GIB;

const VALUES: Readonly<Record<string, PluginValue>> = {
  fs: MOUNTS.map((mount, index) => ({
    device_name: `/dev/sd${index}`,
    fs_type: 'ext4',
    mnt_point: mount,
    options: 'rw',
    used: 60 * GIB,
    free: free(index, 0),
  })),
  inodes: MOUNTS.map((mount, index) => ({
    device_name: `/dev/sd${index}`,
    fs_type: 'ext4',
    mnt_point: mount,
    read_only: false,
    used: 1e6,
    free: 5e6,
  })),
  mem: { available: 20 * GIB, total: 64 * GIB },
};

async function* rows(end: number): AsyncGenerator<PeriodRow> {
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let time = end - DAYS * DAY; time < end; time += MINUTE) {
    const days = (end - time) / DAY;
    const noise = (): number => Math.round(random() * 1000) * 4096;
    yield {
      time,
      until: time + MINUTE,
      values: new Map(
        MOUNTS.flatMap((mount, index): [string, number][] => [
          [`fs/${mount}_free`, free(index, days) + noise()],
          [`inodes/${mount}_free`, 5e6 + Math.round(random() * 100)],
        ]),
      ),
    };
  }
}

/** Two days of busiest programs in the agent's format. */
async function programs(folder: string, end: number): Promise<void> {
  const log = new TopLog(nodeDisk, folder, { settled: () => end });
  const shares = (unit: number): [string, number][] =>
    Array.from({ length: 10 }, (_, index) => [`program-${index}`, (10 - index) * unit]);
  for (let time = end - 2 * DAY; time < end; time += MINUTE)
    await log.append({ time, seconds: 60, cpu: shares(1), memory: shares(GIB), io: shares(1000) });
  await log.close();
}
