import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFull, onlyInFull, tries } from '../../../../test/support/full-run.ts';
import { FOLDER, NOON, openRig } from '../../../../test/support/archive-rig.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../../test/support/memory-disk.ts';
import { GoneError, Slice } from '../../../core/slice.ts';
import { plugins } from '../../../measure/plugins/index.ts';
import { ArchiveFolder } from '../files/folder.ts';
import { ColumnCodec } from '../format/column-codec.ts';
import { Retention } from '../keep/retention.ts';
import type { RangeSetup } from '../query/range.ts';
import { Recent } from '../query/recent.ts';
import { listSeries } from '../query/series-list.ts';
import { describeNames } from '../write/declared-series.ts';
import { checkArchive } from './check.ts';
import { exportText, type Format, recordedRange } from './export.ts';
import { type ImportResult, importRows } from './import.ts';
import { metricNames } from './open-metrics.ts';
import { parseRows, RowError } from './parse-rows.ts';
import { sortRows } from './sort-rows.ts';

const HOUR = 3_600_000;
const slice = new Slice();
const NAMES = metricNames([
  { plugin: 'cpu', field: 'total' },
  { plugin: 'cpu', field: '/home_percent' },
  { plugin: 'fs', field: 'percent' },
]);

async function reading(disk: MemoryDisk): Promise<RangeSetup> {
  const folder = await ArchiveFolder.read(disk, FOLDER, () => {});
  const codec = new ColumnCodec();
  return {
    folder,
    codec,
    recent: new Recent({ folder, codec, plugins: [], describe: describeNames(plugins) }),
    slice,
  };
}

/** Two hours and a bit, a sample every ten seconds. */
async function record(): Promise<MemoryDisk> {
  const disk = createMemoryDisk();
  const rig = await openRig({ disk, paceMs: 10_000 });
  await rig.sample(2 * 3600 + 300, (time) => ({ total: (time / 1000) % 97, '/home_percent': 5.5 }));
  await rig.archive.stop();
  return disk;
}
let made: Promise<MemoryDisk> | null = null;
/** The same disk for all tests, which only read it. */
const recorded = (): Promise<MemoryDisk> => (made ??= record());

async function textOf(
  setup: RangeSetup,
  format: Format,
  step = 60_000,
  span = { from: NOON, to: NOON + 2 * HOUR },
): Promise<string> {
  const range = { ...span, step };
  let text = '';
  for await (const part of exportText(setup, await listSeries(setup, range.from, range.to), range, format))
    text += part;
  return text;
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

async function importInto(text: string): Promise<RangeSetup> {
  const { result, disk } = await imported(text, NOON + 10 * HOUR);
  expect(result).toMatchObject({ hours: 2, skipped: 0, future: 0 });
  return reading(disk);
}

async function imported(
  text: string,
  now: number,
  step: number | null = null,
): Promise<{ disk: MemoryDisk; result: ImportResult }> {
  const disk = createMemoryDisk();
  const folder = await ArchiveFolder.open(disk, FOLDER, () => {});
  const setup = {
    folder,
    codec: new ColumnCodec(),
    describe: describeNames(plugins),
    slice,
    now,
  };
  return { disk, result: await importRows(sortRows(parseRows(linesOf(text), NAMES), step), setup) };
}

describe('export and import', () => {
  it.each(['csv', 'jsonl', 'openmetrics'] as const)('give back the same as %s', async (format) => {
    const text = await textOf(await reading(await recorded()), format);
    expect(text.split('\n').length).toBeGreaterThan(119);
    expect(await textOf(await importInto(text), format)).toBe(text);
  });

  it.each([1000, HOUR, ...onlyInFull('more steps of archives', 60_000, 300_000, 24 * HOUR)])(
    'are equal at steps of %i ms, gaps included',
    async (step) => {
      const start = Date.UTC(2026, 10, 20);
      const value = fc.option(fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10));
      const rows = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: step > HOUR ? 4 : 20 });
      await fc.assert(
        fc.asyncProperty(rows, fc.constantFrom('csv', 'jsonl', 'openmetrics'), async (values, format) => {
          const cells = values.flatMap(([total, percent], row) => {
            const time = new Date(start + row * step).toISOString();
            return total === null && percent === null ? [] : [`${time},${percent ?? ''},${total ?? ''}`];
          });
          const csv = ['time,cpu//home_percent,cpu/total', ...cells, ''].join('\n');
          const span = { from: start, to: start + values.length * step };
          const again = async (text: string, form: Format): Promise<string> => {
            const { disk } = await imported(text, start + 60 * 24 * HOUR, step);
            return textOf(await reading(disk), form, step, span);
          };
          const columns = [0, 1].every((column) => values.some((row) => row[column] !== null));
          const other = await again(csv, format);
          if (columns) expect(await again(other, 'csv')).toBe(csv);
          expect(await again(other, format)).toBe(other);
        }),
        { numRuns: tries(12) },
      );
    },
  );

  it.each(['csv', 'jsonl', 'openmetrics'] as const)(
    'take back an export without series as %s',
    async (format) => {
      const empty = await textOf(await reading((await imported('time\n', NOON)).disk), format);
      const { result, disk } = await imported(empty, NOON);
      expect(result).toMatchObject({ hours: 0, skipped: 0 });
      expect(await textOf(await reading(disk), format)).toBe(empty);
    },
  );

  it('takes the shortest time between two rows for the width of all, and a minute for a single row', async () => {
    const rowsOf = async (text: string, step: number | null = null): Promise<number[]> => {
      const widths: number[] = [];
      for await (const { time, until } of sortRows(parseRows(linesOf(text), NAMES), step))
        widths.push(until - time);
      return widths;
    };
    const rows = (...times: number[]): string =>
      times.map((time) => JSON.stringify({ time: NOON + time, 'cpu/total': 1 })).join('\n');
    expect(await rowsOf(rows(0))).toEqual([60_000]);
    expect(await rowsOf(rows(5 * HOUR, 0, 2 * HOUR))).toEqual([2 * HOUR, 2 * HOUR, 2 * HOUR]);
    expect(await rowsOf(rows(0, 90 * 24 * HOUR))).toEqual([24 * HOUR, 24 * HOUR]);
    expect(await rowsOf(rows(0, 2 * HOUR), HOUR)).toEqual([HOUR, HOUR]);
  });

  it('leaves hourly values of other tools readable when they have become days and months', async () => {
    const start = Date.UTC(2024, 0, 30, 22);
    const hours = Array.from({ length: 60 }, (_, hour) => hour).filter((hour) => hour % 11 !== 3);
    const rows = hours.map((hour) => `${start / 1000 + hour * 3600},${hour}.5`);
    const { disk, result } = await imported(`\uFEFFtime,cpu/total\r\n${rows.join('\r\n')}\r\n`, NOON);
    expect(result).toMatchObject({ rows: hours.length, hours: hours.length });
    const setup = await reading(disk);
    const span = { from: start, to: start + 60 * HOUR };
    const text = await textOf(setup, 'csv', HOUR, span);
    expect(text.split('\n').slice(1, -1)).toEqual(
      hours.map((hour) => `${new Date(start + hour * HOUR).toISOString()},${hour}.5`),
    );
    const bounds = {
      maxBytes: 1e9,
      ages: { hour: 48 * HOUR, day: 90 * 24 * HOUR, month: 5 * 365 * 24 * HOUR },
    };
    const retention = new Retention({ ...setup, bounds, slice: () => slice });
    await retention.run(createFakeClock(NOON), { open: null, beside: 0, delay: 0 });
    expect(setup.folder.list('month')).toHaveLength(2);
    expect(setup.folder.list('hour')).toEqual([]);
    expect(await textOf(setup, 'csv', HOUR, span)).toBe(text);
  });

  it('leaves out rows of the open hour and of the future, and counts them', async () => {
    const rows = [-HOUR, 60_000, 30 * 60_000].map((time) =>
      JSON.stringify({ time: NOON + time, 'cpu/total': 1 }),
    );
    const { result } = await imported(rows.join('\n'), NOON + 5 * 60_000);
    expect(result).toEqual({ rows: 1, values: 1, hours: 1, skipped: 1, future: 1 });
  });

  it('takes rows in any order, items with any name, and no values that are none', async () => {
    const lines = [
      'gander_fs_percent{job="x",item="/a \\"b\\" \\\\ {c}"} 7 2',
      'gander_cpu_total 2 3.5',
      'gander_cpu_total NaN 4',
      'gander_cpu_total 1 2',
      '# EOF',
    ];
    const rows: [number, [string, number][]][] = [];
    for await (const { time, values } of sortRows(parseRows(linesOf(lines.join('\n')), NAMES)))
      rows.push([time, [...values]]);
    expect(rows).toEqual([
      [
        2000,
        [
          ['fs//a "b" \\ {c}_percent', 7],
          ['cpu/total', 1],
        ],
      ],
      [3500, [['cpu/total', 2]]],
    ]);
  });

  it('write what other tools read', async () => {
    const setup = await reading(await recorded());
    expect((await textOf(setup, 'csv', HOUR)).split('\n')[0]).toBe('time,cpu//home_percent,cpu/total');
    const metrics = (await textOf(setup, 'openmetrics', HOUR)).trimEnd().split('\n');
    expect(metrics.filter((line) => line.startsWith('#'))).toEqual([
      '# TYPE gander_cpu__home_percent gauge',
      '# TYPE gander_cpu_total gauge',
      '# EOF',
    ]);
  });

  it('are made of the time that has values, whatever range is asked for', async () => {
    const setup = await reading(await recorded());
    const all = { from: 0, to: 7_000_000_000_000, step: 1000 };
    const found = await listSeries(setup, all.from, all.to);
    expect(recordedRange(found, all)).toEqual({
      from: NOON - HOUR + 10_000,
      to: NOON + 3 * HOUR + 300_000,
      step: 1000,
    });
    expect(recordedRange([], all)).toEqual({ ...all, to: 0 });
    let text = '';
    for await (const part of exportText(setup, found, { ...all, step: 60_000 }, 'csv')) text += part;
    expect(text).toContain(await textOf(setup, 'csv'));
    const nothing: string[] = [];
    for await (const part of exportText(setup, [], all, 'csv')) nothing.push(part);
    expect(nothing).toEqual(['time\n']);
  });

  it.each(['csv', 'jsonl', 'openmetrics'] as const)(
    'end with their client, also where there is nothing to write: %s',
    async (format) => {
      const info = { plugin: 'cpu', item: null, field: 'none', unit: 'percent', kind: 'gauge' } as const;
      const series = [{ id: 'cpu/none', info, first: 0, last: 7e12, isLive: false }];
      let turns = 0;
      const isGone = (): boolean => (turns += 1) > 10;
      const setup = { ...(await reading(await recorded())), slice: new Slice({ ms: 0, isGone }) };
      const read = async (): Promise<void> => {
        for await (const text of exportText(setup, series, { from: 0, to: 7e12, step: 1000 }, format))
          expect(text).toBeDefined();
      };
      await expect(read()).rejects.toThrow(GoneError);
    },
  );

  it.each([
    ['a,b\n', 'line 1: expected a header such as time,cpu/total,mem/percent, and "b" is no series'],
    ['time,cpu/total\n2026-01-01T00:00:00Z,1,2\n', 'line 2: 2 values where the header has 1'],
    [
      'time,cpu/total\n1795824000000000,1\n',
      'line 2: "1795824000000000" is too large for a time: use seconds',
    ],
    ['time,cpu/total\n-5,1\n', 'line 2: "-5" is not a time'],
    ['time,cpu/total\nyesterday,1\n', 'line 2: "yesterday" is not a time'],
    ['time,cpu/total\n2026-01-01T00:00:00Z,much\n', 'line 2: "much" is not a number'],
    ['{"time":\n', 'line 1: not JSON'],
    ['# TYPE a gauge\nup 1 2\n', 'line 2: "up" is no metric of an export'],
    ['gander_cpu_total 1\n', 'line 1: expected a metric, a value and a time'],
    ['gander_cpu_total x 1\n', 'line 1: "x" is not a number'],
    ['gander_cpu_total 1 -5\n', 'line 1: "-5" is not a time'],
  ])('refuse %j', async (text, message) => {
    const read = async (): Promise<void> => {
      for await (const row of parseRows(linesOf(text), NAMES)) expect(row).toBeDefined();
    };
    await expect(read()).rejects.toThrow(RowError);
    await expect(read()).rejects.toThrow(message);
  });
});

describe('check', () => {
  it('finds a flipped bit wherever it is', async () => {
    const disk = await recorded();
    const path = `${FOLDER}/hour-20261122T12.gar`;
    const bytes = disk.bytesOf(path);
    const check = async (changed: Uint8Array) => {
      const setup = await reading(createMemoryDisk({ [path]: changed }));
      return (await checkArchive(setup.folder, setup.codec, slice)).problems.length;
    };
    expect(await check(bytes)).toBe(0);
    for (let at = 0; at < bytes.length; at += isFull ? 7 : 97) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      // The footer's unused bytes are never read.
      if (at < bytes.length - 12 || at >= bytes.length - 8)
        expect(await check(changed), `byte ${at} of ${bytes.length}`).toBe(1);
    }
  });
});
