/** Restores the newest samples of the previous run to memory, so that a restart leaves only a gap. */
import type { RenamedSeries } from '../../../core/renamed-series.ts';
import type { Slice } from '../../../core/slice.ts';
import type { FileName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { DamageError } from '../format/damage.ts';
import { emptyRows, type Rows } from '../format/rows-codec.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import { currentName } from '../renamed.ts';
import { rowsIn, samplesIn } from '../tiers/read-points.ts';
import { readLogFile } from './head.ts';
import type { SampledPlugin } from './pending.ts';

/** Older samples are not restored, even for rarely sampled plugins. */
const MOST_HOURS = 12;

interface RefillSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  plugins: readonly SampledPlugin[];
  /** Samples per series in memory. */
  room: number;
  slice: Slice;
  renamed?: readonly RenamedSeries[];
}

/** An hour of samples in a log or file. */
interface Part {
  readonly start: number;
  rows(plugin: string): Promise<Rows>;
  series(plugin: string): Promise<readonly SeriesInfo[]>;
  values(info: SeriesInfo, rows: Rows): Promise<Float64Array | null>;
}

/** Call it once, in a process whose memory holds its own samples only. */
export async function refill(setup: RefillSetup): Promise<void> {
  const parts = await partsOf(setup);
  for (const plugin of setup.plugins) await refillPlugin(setup, plugin, parts);
}

async function partsOf({ folder, codec, slice }: RefillSetup): Promise<Part[]> {
  const newest = Math.max(
    ...[...folder.logs(), ...folder.list('hour').map(({ name }) => name)].map(({ start }) => start),
  );
  const isNew = ({ start }: { start: number }): boolean => start > newest - MOST_HOURS * 3_600_000;
  const parts: Part[] = folder
    .list('hour')
    .map(({ name }) => name)
    .filter(isNew)
    .map((name) => filePart(folder, codec, name));
  for (const name of folder.logs().filter(isNew)) {
    const content = await readLogFile(folder, name, codec, slice);
    if (content === null) continue;
    parts.push({
      start: name.start,
      rows: async (plugin) => content.rowsOf(plugin),
      series: async (plugin) => content.series.filter((info) => info.plugin === plugin),
      async values(info, rows) {
        const number = content.numberOf(seriesId(info));
        if (number === undefined) return null;
        const values = new Float64Array(rows.times.length);
        try {
          content.column(number, values);
        } catch (error) {
          if (!(error instanceof DamageError)) throw error;
          return null;
        }
        return values;
      },
    });
  }
  return parts.sort((a, b) => b.start - a.start);
}

const filePart = (folder: ArchiveFolder, codec: ColumnCodec, name: FileName): Part => ({
  start: name.start,
  rows: async (plugin) => (await folder.use(name, (file) => rowsIn(file, codec, plugin))) ?? emptyRows(0),
  series: async (plugin) =>
    (await folder.use(name, async ({ table }) => table.infos.filter((info) => info.plugin === plugin))) ?? [],
  values: (info, rows) =>
    folder.use(name, async (file) => {
      const series = file.table.numbers.get(seriesId(info));
      return series === undefined ? null : samplesIn(file, codec, series, rows);
    }),
});

async function refillPlugin(
  { room, slice, renamed }: RefillSetup,
  { name, history }: SampledPlugin,
  parts: readonly Part[],
): Promise<void> {
  const used: { part: Part; rows: Rows }[] = [];
  let count = 0;
  for (const part of parts) {
    if (count >= room) break;
    const rows = await part.rows(name);
    if (rows.times.length === 0) continue;
    used.unshift({ part, rows });
    count += rows.times.length;
  }
  if (count === 0) return;
  const times = join(used.map(({ rows }) => rows.times));
  const start = history.prepend(times, join(used.map(({ rows }) => rows.covers)));
  const byId = new Map<string, Named>();
  for (const { part } of used)
    for (const stored of await part.series(name)) {
      const { info, factor } = currentName(stored, part.start, renamed);
      const named = byId.get(seriesId(info)) ?? { info, stored: new Map() };
      named.stored.set(seriesId(stored), { info: stored, factor });
      byId.set(seriesId(info), named);
    }
  for (const { info, stored } of byId.values()) {
    if (info.plugin !== name) continue;
    const columns = used.map((one) => columnOf(one, [...stored.values()]));
    history.fill(info.field, info.item, start, join(await Promise.all(columns)));
    if (slice.isOver) await slice.next();
  }
}

/** A series' current id, and its names on disk. */
interface Named {
  readonly info: SeriesInfo;
  readonly stored: Map<string, StoredName>;
}

interface StoredName {
  readonly info: SeriesInfo;
  readonly factor: number;
}

async function columnOf(
  { part, rows }: { part: Part; rows: Rows },
  stored: readonly StoredName[],
): Promise<Float64Array> {
  const column = rows.times.map(() => Number.NaN);
  for (const { info, factor } of stored)
    for (const [row, value] of ((await part.values(info, rows)) ?? []).entries())
      if (!Number.isNaN(value)) column[row] = value * factor;
  return column;
}

function join(columns: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    joined.set(column, at);
    at += column.length;
  }
  return joined;
}
