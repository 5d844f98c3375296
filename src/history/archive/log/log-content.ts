/** The content of a log in memory: at most an hour. */
import type { Slice } from '../../../core/slice.ts';
import { ByteReader } from '../format/byte-reader.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { DamageError } from '../format/damage.ts';
import { emptyRows, type Rows } from '../format/rows-codec.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import { readKind, readNames, readSections, type Section } from './entries.ts';
import { readRecords } from './records.ts';

/** The rows of a plugin in one record. */
interface Part {
  readonly section: Section;
  /** Its first row in the plugin. */
  readonly first: number;
}

interface PluginContent {
  readonly rows: Rows;
  readonly parts: readonly Part[];
}

export interface LogContent {
  readonly series: readonly SeriesInfo[];
  /** Length of the valid part of the file. */
  readonly end: number;
  /** Rows by plugin. */
  rowsOf(plugin: string): Rows;
  readonly plugins: readonly string[];
  /** Fills `out`, which has the plugin's rows, with a series by number. Throws `DamageError`. */
  column(number: number, out: Float64Array): void;
  numberOf(id: string): number | undefined;
  /** Rows of the records with a column, per series. */
  rowsWith(): Uint32Array;
}

/** Rejects with `NewerVersionError`. Invalid records are skipped. */
export async function readLog(log: Buffer, codec: ColumnCodec, slice: Slice): Promise<LogContent> {
  let end = 0;
  const series: SeriesInfo[] = [];
  const sections: Section[] = [];
  for (const record of readRecords(log)) {
    if (slice.isOver) await slice.next();
    readPayload(record.payload, codec, series, sections);
    ({ end } = record);
  }
  const plugins = gather(sections);
  const byId = new Map(series.map((info, number) => [seriesId(info), number]));
  return {
    series,
    end,
    plugins: [...plugins.keys()],
    rowsOf: (plugin) => plugins.get(plugin)?.rows ?? emptyRows(0),
    column(number, out) {
      out.fill(Number.NaN);
      const info = series[number];
      for (const { section, first } of plugins.get(info?.plugin ?? '')?.parts ?? [])
        fillPart(section, number, codec, out.subarray(first, first + section.rows.times.length));
    },
    numberOf: (id) => byId.get(id),
    rowsWith() {
      const rows = new Uint32Array(series.length);
      for (const section of sections)
        for (const number of section.numbers)
          rows[number] = (rows[number] as number) + section.rows.times.length;
      return rows;
    },
  };
}

function readPayload(payload: Buffer, codec: ColumnCodec, series: SeriesInfo[], sections: Section[]): void {
  const reader = new ByteReader(payload);
  try {
    if (readKind(reader) === 'names') series.push(...readNames(reader));
    else sections.push(...readSections(reader, payload, codec));
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
  }
}

function gather(sections: readonly Section[]): Map<string, PluginContent> {
  const byPlugin = new Map<string, Section[]>();
  for (const section of sections) {
    const known = byPlugin.get(section.plugin);
    if (known) known.push(section);
    else byPlugin.set(section.plugin, [section]);
  }
  return new Map([...byPlugin].map(([plugin, parts]) => [plugin, joinRows(parts)]));
}

function joinRows(sections: readonly Section[]): PluginContent {
  const rows = emptyRows(sections.reduce((sum, { rows }) => sum + rows.times.length, 0));
  let first = 0;
  const parts = sections.map((section) => {
    const part = { section, first };
    rows.times.set(section.rows.times, first);
    rows.covers.set(section.rows.covers, first);
    first += section.rows.times.length;
    return part;
  });
  return { rows, parts };
}

function fillPart(section: Section, number: number, codec: ColumnCodec, out: Float64Array): void {
  const index = indexOf(section.numbers, number);
  if (index === -1) return;
  const reader = new ByteReader(section.payload, section.starts[index]);
  if (codec.read(reader, out) !== section.rows.times.length)
    throw new DamageError('a column of another length');
}

/** Index of a number among ascending ones; -1: absent. */
function indexOf(numbers: Uint32Array, number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number ? low : -1;
}
