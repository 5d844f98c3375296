/** Parses CSV, JSON or OpenMetrics lines into rows of values. */
import type { JsonObject } from '../../../core/served.ts';
import { orNull } from '../../../core/or-null.ts';
import { messageOf } from '../../../core/message-of.ts';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ImportRow } from './import.ts';
import { type MetricNames, parseMetricLine } from './open-metrics.ts';

/** An invalid line; the message names it and the reason. */
export class RowError extends Error {
  override name = 'RowError';
}

const MOST_CELLS = 20_001;
const ID = /^[^/]+\/./;

/**
 * Lines of a file or of standard input. Opened on the first read: lines that `readline` reads ahead would be lost. Rejects with the
 * input's error.
 */
export async function* linesOf(open: () => Readable): AsyncGenerator<string> {
  yield* createInterface({ input: open(), crlfDelay: Number.POSITIVE_INFINITY });
}

/** Parses lines incrementally. Throws `RowError`. @param names known metrics */
export async function* parseRows(
  lines: AsyncIterable<string>,
  names: MetricNames,
): AsyncGenerator<ImportRow> {
  let header: string[] | null = null;
  let number = 0;
  for await (const text of lines) {
    number += 1;
    const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (line.trim() === '') continue;
    if (line.startsWith('{')) yield jsonRow(line, number);
    else if (header === null && /^(#|\w+[{ ])/.test(line)) yield* metricRows(line, number, names);
    else if (header === null) header = headerOf(line, number);
    else yield csvRow(header, line, number);
  }
}

/** One value; none for comments. */
function* metricRows(line: string, number: number, names: MetricNames): Generator<ImportRow> {
  try {
    const found = parseMetricLine(line, names);
    if (found !== null) yield { time: found.time, values: new Map([[found.id, found.value]]) };
  } catch (error) {
    throw new RowError(`line ${number}: ${messageOf(error)}`);
  }
}

function headerOf(line: string, number: number): string[] {
  const [first, ...ids] = cellsOf(line);
  const wrong = ids.find((id) => !ID.test(id));
  if (first !== 'time' || wrong !== undefined || ids.length >= MOST_CELLS)
    throw new RowError(
      `line ${number}: expected a header such as time,cpu/total,mem/percent${wrong === undefined ? '' : `, and "${wrong}" is no series`}`,
    );
  return ids;
}

function csvRow(ids: readonly string[], line: string, number: number): ImportRow {
  const [time = '', ...cells] = cellsOf(line);
  if (cells.length !== ids.length)
    throw new RowError(`line ${number}: ${cells.length} values where the header has ${ids.length}`);
  const values = new Map<string, number>();
  for (const [index, cell] of cells.entries())
    if (cell !== '') values.set(ids[index] as string, numberIn(cell, number));
  return { time: timeIn(time, number), values };
}

function jsonRow(line: string, number: number): ImportRow {
  const parsed = orNull(() => JSON.parse(line) as JsonObject);
  if (parsed === null) throw new RowError(`line ${number}: not JSON`);
  const { time, ...rest } = parsed;
  const values = new Map<string, number>();
  for (const [id, value] of Object.entries(rest)) {
    if (!ID.test(id)) throw new RowError(`line ${number}: "${id}" is no series`);
    if (value !== null) values.set(id, numberIn(String(value), number));
  }
  return { time: timeIn(String(time), number), values };
}

function numberIn(text: string, line: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new RowError(`line ${line}: "${text}" is not a number`);
  return value;
}

/** Smaller numbers are seconds (until the year 5138), others milliseconds (since 1973). */
const LEAST_MS = 1e11;
/** The year 5138, in milliseconds. */
const MOST_MS = 1e14;

function timeIn(text: string, line: number): number {
  const time = /^\d+(\.\d+)?$/.test(text) ? sinceEpoch(Number(text)) : dateIn(text);
  if (time >= MOST_MS)
    throw new RowError(
      `line ${line}: "${text}" is too large for a time: use seconds or milliseconds since 1970`,
    );
  if (!(time >= 0))
    throw new RowError(
      `line ${line}: "${text}" is not a time: use seconds or milliseconds since 1970, or 2026-11-22T05:00:00Z`,
    );
  return time;
}

const sinceEpoch = (number: number): number => Math.round(number < LEAST_MS ? number * 1000 : number);

/** NaN for other text: `Date.parse` accepts nearly anything. */
const dateIn = (text: string): number => (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN);

/** RFC 4180, without line ends in cells. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      let end = at + 1;
      while (end < line.length && (line[end] !== '"' || line[end + 1] === '"'))
        end += line[end] === '"' ? 2 : 1;
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 2;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma === -1 ? line.length : comma;
      cells.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return cells;
}
