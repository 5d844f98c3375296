/** Rows in any order to rows by time, through temporary files: a metric after the other is how OpenMetrics has them. */
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSmallFile } from '../../files/read-small-file.ts';
import { startOf } from '../files/file-name.ts';
import type { ImportRow } from './import.ts';

/** Time, value, number of the series. */
const RECORD = 20;
/** Records that wait in memory for their files. */
const MOST_WAITING = 200_000;
/** Of an hour: 13 million values. */
const MOST_BYTES = 256 << 20;

/** An hour at a time is held in memory. Rejects with a system error; removes its files in any case. */
export async function* sortRows(rows: AsyncIterable<ImportRow>): AsyncGenerator<ImportRow> {
  const folder = await mkdtemp(join(tmpdir(), 'gander-import-'));
  try {
    const ids: string[] = [];
    const hours = await spool(rows, folder, ids);
    for (const hour of hours.sort((a, b) => a - b))
      yield* rowsOf(readSmallFile(join(folder, String(hour)), MOST_BYTES), ids);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a file for every hour. @param ids takes the names of the series */
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
