/** Makes an hour file from its log: samples, and minutes rolled up from them. */
import type { Slice } from '../../../core/slice.ts';
import { FileWriter } from '../files/file-writer.ts';
import { type FileName, formatName, type LogName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { DamageError } from '../format/damage.ts';
import { writeCoverage, writeRollUp } from '../format/roll-up-codec.ts';
import { type Rows, writeRows } from '../format/rows-codec.ts';
import type { LogContent } from '../log/log-content.ts';
import { Bins } from '../format/bins.ts';
import { longestLived } from './longest-lived.ts';
import { MINUTE_MS, pointsIn } from './tier.ts';

/** Series with fewer minutes are not rolled up if their plugin has enough. */
const LEAST_MINUTES = 2;

export interface CloseSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  slice: Slice;
  /** Most series per file. */
  mostSeries?: number;
  /** Rolls up brief series, too, as an import needs. */
  keepsBrief?: boolean;
}

/** Null, without a file, if the log is empty. */
export async function closeHour(
  { folder, codec, slice, mostSeries, keepsBrief = false }: CloseSetup,
  log: LogName,
  content: LogContent,
): Promise<FileName | null> {
  if (content.plugins.length === 0) return null;
  const name: FileName = { ...log, kind: 'hour' };
  const minutes = new Bins(pointsIn(name, 'minutes'));
  const rowsWith = content.rowsWith();
  const kept = longestLived([...content.series.keys()], (number) => rowsWith[number] as number, mostSeries);
  const setup = { disk: folder.disk, folder: folder.path, name, sources: [formatName(log)], slice };
  const bytes = await FileWriter.write(setup, async (file) => {
    for (const plugin of content.plugins) {
      const rows = content.rowsOf(plugin);
      const covered = rollUp(
        minutes,
        name.start,
        rows,
        rows.covers.map(() => 1),
      ).covered.slice();
      await file.addPlugin(plugin, {
        fine: (writer) => writeRows(writer, codec, rows),
        coarse: (writer) => writeCoverage(writer, codec, covered),
      });
      const leastMinutes = keepsBrief
        ? 0
        : Math.min(
            LEAST_MINUTES,
            countOf(covered, (ms) => ms > 0),
          );
      await addSeries(file, {
        plugin,
        rows,
        covered,
        leastMinutes,
        minutes,
        content,
        kept,
        codec,
        start: name.start,
      });
    }
  });
  folder.add(name, bytes);
  return name;
}

interface PluginParts {
  plugin: string;
  rows: Rows;
  covered: Float64Array;
  leastMinutes: number;
  minutes: Bins;
  content: LogContent;
  /** Numbers of the series to keep. */
  kept: readonly number[];
  codec: ColumnCodec;
  start: number;
}

async function addSeries(file: FileWriter, parts: PluginParts): Promise<void> {
  const { plugin, rows, covered, leastMinutes, minutes, content, kept, codec, start } = parts;
  const values = new Float64Array(rows.times.length);
  for (const number of kept) {
    const info = content.series[number];
    if (info?.plugin !== plugin || !readColumn(content, number, values)) continue;
    const present = presentRange(values);
    if (present === null) continue;
    rollUp(minutes, start, rows, values);
    const chunks = {
      fine: (writer: Parameters<typeof writeCoverage>[0]) => codec.write(writer, values, values.length),
      coarse:
        countOf(minutes.avg, (value) => !Number.isNaN(value)) < leastMinutes
          ? null
          : (writer: Parameters<typeof writeCoverage>[0]) => writeRollUp(writer, codec, minutes, covered),
    };
    const [first = start, last = start] = present.map((row) => rows.times[row] as number);
    await file.addSeries(info, chunks, { first, last });
  }
}

/** False for a damaged column, which becomes a gap. */
function readColumn(content: LogContent, number: number, values: Float64Array): boolean {
  try {
    content.column(number, values);
    return true;
  } catch (error) {
    if (error instanceof DamageError) return false;
    throw error;
  }
}

/** First and last row with a value; null: none. */
function presentRange(values: Float64Array): [number, number] | null {
  const first = values.findIndex((value) => !Number.isNaN(value));
  return first === -1 ? null : [first, values.findLastIndex((value) => !Number.isNaN(value))];
}

/** Aggregates an hour of samples to minutes. */
export function rollUp(minutes: Bins, start: number, { times, covers }: Rows, values: Float64Array): Bins {
  minutes.begin(start, MINUTE_MS);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] as number;
    if (!Number.isNaN(value)) minutes.addSample(times[row] as number, covers[row] as number, value);
  }
  return minutes.finish();
}

function countOf(values: Float64Array, isCounted: (value: number) => boolean): number {
  let count = 0;
  for (const value of values) if (isCounted(value)) count += 1;
  return count;
}
