/** Puts what was exported into the files of hours that are over. */
import type { Slice } from '../../core/turns.ts';
import { History } from '../../store/history.ts';
import { type LogName, startOf } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { closeHour } from '../tiers/close-hour.ts';
import type { Describe } from '../write/declared-series.ts';
import { readLogFile } from '../write/head.ts';
import { Recorder } from '../write/recorder.ts';

/** A moment, and the values of series by their ids. */
export interface ImportRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly values: ReadonlyMap<string, number>;
}

export interface ImportResult {
  readonly rows: number;
  readonly values: number;
  readonly hours: number;
  /** Rows of the open hour, or out of order. */
  readonly skipped: number;
}

export interface ImportSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  describe: Describe;
  slice: Slice;
  now: number;
}

/** Rows by ascending time. The lock of the folder must be held. Rejects with a system error. */
export async function importRows(rows: AsyncIterable<ImportRow>, setup: ImportSetup): Promise<ImportResult> {
  const open = startOf('hour', setup.now);
  let hour: ImportRow[] = [];
  let result: ImportResult = { rows: 0, values: 0, hours: 0, skipped: 0 };
  const close = async (): Promise<void> => {
    const [first] = hour;
    if (first === undefined) return;
    await writeHour(hour, startOf('hour', first.time), setup);
    const values = hour.reduce((sum, row) => sum + row.values.size, 0);
    result = {
      ...result,
      rows: result.rows + hour.length,
      values: result.values + values,
      hours: result.hours + 1,
    };
    hour = [];
  };
  for await (const row of rows) {
    const last = hour.at(-1);
    if (row.time >= open || (last !== undefined && row.time <= last.time)) {
      result = { ...result, skipped: result.skipped + 1 };
      continue;
    }
    if (last !== undefined && startOf('hour', last.time) !== startOf('hour', row.time)) await close();
    hour.push(row);
  }
  await close();
  return result;
}

/** Through a log, as samples go. */
async function writeHour(rows: readonly ImportRow[], start: number, setup: ImportSetup): Promise<void> {
  const { folder, codec, describe, slice } = setup;
  const pace = paceOf(rows);
  const histories = new Map<string, History>();
  for (const { time, values } of rows) {
    const begun = new Set<string>();
    for (const [id, value] of values) {
      const slash = id.indexOf('/');
      const [plugin, name] = [id.slice(0, slash), id.slice(slash + 1)];
      const history = histories.get(plugin) ?? new History(rows.length);
      histories.set(plugin, history);
      if (!begun.has(plugin)) history.begin(time);
      begun.add(plugin);
      history.record(name, value);
    }
  }
  const plugins = [...histories].map(([name, history]) => ({ name, history, paceMs: () => pace }));
  const recorder = new Recorder({ folder, codec, plugins, describe, isKept: () => true });
  await recorder.flush(slice);
  const name: LogName | null = recorder.head;
  await recorder.close();
  const content = name && (await readLogFile(folder, name, codec, slice));
  if (name === null || content === null)
    throw new Error(`nothing was written for ${new Date(start).toISOString()}`);
  await closeHour({ folder, codec, slice }, name, content);
  await folder.remove(name);
}

/** The shortest time between two rows: they are at the pace of the samples or the step of an export. */
function paceOf(rows: readonly ImportRow[]): number {
  let pace = 3_600_000;
  for (let row = 1; row < rows.length; row += 1)
    pace = Math.min(pace, (rows[row] as ImportRow).time - (rows[row - 1] as ImportRow).time);
  return pace;
}
