/** Sorts rows by time through temporary files, since OpenMetrics lists metric after metric. */
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSmallFile } from '../../../core/files/read-small-file.ts';
import { startOf } from '../files/file-name.ts';
import { DAY_MS, MINUTE_MS } from '../tiers/tier.ts';
import type { ImportRow, PeriodRow } from './import.ts';

/** Time, value, number of the series. */
const RECORD = 20;
/** Records buffered in memory. */
const MOST_WAITING = 200_000;
/** Most bytes per hour: 13 million values. */
const MOST_BYTES = 256 << 20;

/**
 * Reads and sorts rows, each covering the time after it, as in exports: the shortest distance of two rows, at most a day, a minute
 * for a single row. Holds an hour in memory. Rejects with a system error; always removes its files.
 * @param step milliseconds of a row, if known
 */
export async function* sortRows(
  rows: AsyncIterable<ImportRow>,
  step: number | null = null,
): AsyncGenerator<PeriodRow> {
  const folder = await mkdtemp(join(tmpdir(), 'gander-import-'));
  try {
    const ids: string[] = [];
    const hours = (await spool(rows, folder, ids)).sort((a, b) => a - b);
    const bytesOf = (hour: number): Buffer => readSmallFile(join(folder, String(hour)), MOST_BYTES);
    const shortest = shortestIn(hours.map((hour) => () => timesOf(bytesOf(hour))));
    const width = Math.min(shortest, step ?? (shortest === Infinity ? MINUTE_MS : DAY_MS));
    for (const hour of hours)
      for (const row of rowsOf(bytesOf(hour), ids)) yield { ...row, until: row.time + width };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the shortest interval of two rows. @param parts times by part, in order */
function shortestIn(parts: readonly (() => Float64Array)[]): number {
  let [shortest, last] = [Infinity, -Infinity];
  for (const part of parts) {
    for (const time of part()) {
      if (time > last) shortest = Math.min(shortest, time - last);
      last = time;
    }
  }
  return shortest;
}

const timesOf = (bytes: Buffer): Float64Array =>
  Float64Array.from({ length: bytes.length / RECORD }, (_, row) => bytes.readDoubleLE(row * RECORD)).sort();

/** Writes one file per hour. @param ids receives the series names */
async function spool(rows: AsyncIterable<ImportRow>, folder: string, ids: string[]): Promise<number[]> {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    const known = numbers.get(id) ?? ids.push(id) - 1;
    numbers.set(id, known);
    return known;
  };
  const hours = new Set<number>();
  const waiting = new Map<number, number[]>();
  let count = 0;
  const flush = async (): Promise<void> => {
    for (const [hour, records] of waiting) await appendFile(join(folder, String(hour)), bytesOf(records));
    waiting.clear();
    count = 0;
  };
  for await (const { time, values } of rows) {
    const hour = startOf('hour', time);
    hours.add(hour);
    const records = waiting.get(hour) ?? [];
    waiting.set(hour, records);
    for (const [id, value] of values) records.push(time, value, numberOf(id));
    count += values.size;
    if (count >= MOST_WAITING) await flush();
  }
  await flush();
  return [...hours];
}

function bytesOf(records: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe((records.length / 3) * RECORD);
  for (let index = 0, at = 0; index < records.length; index += 3) {
    at = bytes.writeDoubleLE(records[index] as number, at);
    at = bytes.writeDoubleLE(records[index + 1] as number, at);
    at = bytes.writeUInt32LE(records[index + 2] as number, at);
  }
  return bytes;
}

function rowsOf(bytes: Buffer, ids: readonly string[]): ImportRow[] {
  const byTime = new Map<number, Map<string, number>>();
  for (let at = 0; at < bytes.length; at += RECORD) {
    const time = bytes.readDoubleLE(at);
    const values = byTime.get(time) ?? new Map<string, number>();
    byTime.set(time, values);
    values.set(ids[bytes.readUInt32LE(at + 16)] as string, bytes.readDoubleLE(at + 8));
  }
  return [...byTime].sort(([a], [b]) => a - b).map(([time, values]) => ({ time, values }));
}
