/** Imports exported values into the files of past hours. */
import type { Slice } from '../../../core/slice.ts';
import { type LogName, startOf } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import type { Rows } from '../format/rows-codec.ts';
import { TICK_MS } from '../format/ticks.ts';
import type { LogContent } from '../log/log-content.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { closeHour } from '../tiers/close-hour.ts';
import { MINUTE_MS } from '../tiers/tier.ts';
import type { Describe } from '../write/declared-series.ts';

/** A time, and values by series id. */
export interface ImportRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly values: ReadonlyMap<string, number>;
}

/** Values for the period from `time` to `until`. */
export interface PeriodRow extends ImportRow {
  readonly until: number;
}

export interface ImportResult {
  readonly rows: number;
  readonly values: number;
  readonly hours: number;
  /** Number of rows in the open hour. */
  readonly skipped: number;
  /** Number of rows in the future. */
  readonly future: number;
}

interface ImportSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  describe: Describe;
  slice: Slice;
  now: number;
}

/** Takes non-overlapping rows by ascending time. The lock of the folder must be held. Rejects with a system error. */
export async function importRows(rows: AsyncIterable<PeriodRow>, setup: ImportSetup): Promise<ImportResult> {
  const open = startOf('hour', setup.now);
  let hour: PeriodRow[] = [];
  const result = { rows: 0, values: 0, hours: 0, skipped: 0, future: 0 };
  const close = async (): Promise<void> => {
    const [first] = hour;
    if (first === undefined) return;
    await writeHour(hour, startOf('hour', first.time), setup);
    result.hours += 1;
    hour = [];
  };
  for await (const row of rows) {
    if (row.time >= open) {
      result[row.time > setup.now ? 'future' : 'skipped'] += 1;
      continue;
    }
    result.rows += 1;
    result.values += row.values.size;
    for (const minute of minutesOf({ ...row, until: Math.min(row.until, open) })) {
      const last = hour.at(-1);
      if (last !== undefined && startOf('hour', last.time) !== startOf('hour', minute.time)) await close();
      hour.push(minute);
    }
  }
  await close();
  return result;
}

/** A row, split at minute boundaries, so that queries of any range and step find each part at its time. */
function* minutesOf({ time, until, values }: PeriodRow): Generator<PeriodRow> {
  for (let start = time; start < until;) {
    const end = Math.min(until, (Math.floor(start / MINUTE_MS) + 1) * MINUTE_MS);
    yield { time: start, until: end, values };
    start = end;
  }
}

async function writeHour(rows: readonly PeriodRow[], start: number, setup: ImportSetup): Promise<void> {
  const { folder, codec, describe, slice } = setup;
  const content = await contentOf(rows, describe, slice);
  await closeHour(
    { folder, codec, slice, keepsBrief: true },
    folder.freeName<LogName>('head', start),
    content,
  );
}

/** Rows in the form of log samples. */
async function contentOf(rows: readonly PeriodRow[], describe: Describe, slice: Slice): Promise<LogContent> {
  const plugins = new Map<string, PeriodRow[]>();
  const names = new Map<string, { plugin: string; rows: number }>();
  for (const row of rows) {
    const found = new Set<string>();
    for (const id of row.values.keys()) {
      const known = names.get(id) ?? { plugin: id.slice(0, id.indexOf('/')), rows: 0 };
      known.rows += 1;
      names.set(id, known);
      found.add(known.plugin);
    }
    for (const plugin of found) {
      const known = plugins.get(plugin);
      if (known === undefined) plugins.set(plugin, [row]);
      else known.push(row);
    }
    if (slice.isOver) await slice.next();
  }
  const ids = [...names.keys()];
  const series = [...names].map(([id, { plugin }]): SeriesInfo =>
    describe(plugin, id.slice(plugin.length + 1), null),
  );
  const rowsByPlugin = new Map([...plugins].map(([plugin, of]) => [plugin, samplesOf(of)]));
  return {
    series,
    end: 0,
    plugins: [...plugins.keys()],
    rowsOf: (plugin) => rowsByPlugin.get(plugin) as Rows,
    column(number, out) {
      const id = ids[number] as string;
      const { plugin } = names.get(id) as { plugin: string };
      for (const [row, { values }] of (plugins.get(plugin) as PeriodRow[]).entries())
        out[row] = values.get(id) ?? Number.NaN;
    },
    numberOf: (id) => (names.has(id) ? ids.indexOf(id) : undefined),
    rowsWith: () => Uint32Array.from(names.values(), (one) => one.rows),
  };
}

/** A sample covers the time before it: here it is the last tick of its period, and reaches back to the first. */
const samplesOf = (rows: readonly PeriodRow[]): Rows => ({
  times: Float64Array.from(rows, ({ time, until }) => Math.max(time, until - TICK_MS)),
  covers: Float64Array.from(rows, ({ time, until }) => Math.max(0, until - time - TICK_MS)),
});
