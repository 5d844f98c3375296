/** Ranges of numbers: what a field can be. Declared with the field, or implied by its unit. */
import type { Field } from './fields.ts';
import type { Range } from './range.ts';
import type { Served } from './served.ts';
import { type Unit, UNIT_SIGNS } from './unit.ts';

/** Maximum of Linux (NR_CPUS). */
export const MOST_CORES = 8192;

/** Use of CPU where 100 is one core. */
export const CPU_PERCENT: Range = [0, 100 * MOST_CORES];

/** Every finite number. */
export const ANY: Range = [-Number.MAX_VALUE, Number.MAX_VALUE];

/** Beyond every real amount, and below the marks for "unlimited" and "unknown": 2^63 and 2^64 - 1. */
const MOST = 2 ** 62;
export const BYTES: Range = [0, MOST];
/** Durations and counts: below it, every whole number is exact. */
const MOST_EXACT = Number.MAX_SAFE_INTEGER;

/** Implied by the unit. Numbers without a unit, or whose unit says nothing, have none. */
const BY_UNIT: Readonly<Partial<Record<Unit, Range>>> = {
  bitpersecond: [0, MOST],
  byte: BYTES,
  bytepersecond: [0, MOST],
  bytes: BYTES,
  celsius: [-60, 250],
  hertz: [0, 20e9],
  megabyte: [0, MOST / 1e6],
  millisecond: [0, MOST_EXACT],
  number: [0, MOST_EXACT],
  numberpersecond: [0, MOST_EXACT],
  percent: [0, 100],
  // 65535, the highest value of the chips' registers, stands for "no fan".
  rpm: [0, 65_534],
  second: [0, MOST_EXACT],
  seconds: [0, MOST_EXACT],
  // Until the end of the year 9999.
  timestamp: [0, 253_402_300_799],
  watt: [0, 100_000],
};

/** Cumulative values: a count of nanoseconds reaches this after 292 years. */
const OF_COUNTERS: Range = [0, 2 ** 63 - 1024];

const NUMBERS: ReadonlySet<Field['kind']> = new Set([
  'gauge',
  'counter',
  'constant',
  'cumulative',
  'derived',
]);

export const isNumeric = ({ kind }: Field): boolean => NUMBERS.has(kind);

const isRange = (range: unknown): range is Range => Array.isArray(range);

/** Returns the range of a field; null if any number is possible, or if it depends on the item ({@link RangeBy}). */
export function rangeOf({ kind, unit, options: { range } }: Field): Range | null {
  if (isRange(range)) return range;
  if (range !== undefined) return null;
  if (kind === 'counter' || kind === 'cumulative') return OF_COUNTERS;
  return unit === null ? null : (BY_UNIT[unit] ?? null);
}

/** Of the unit; empty: none. */
export const signOf = ({ unit }: Field): string => (unit && UNIT_SIGNS[unit]) ?? '';

/** Returns the range in this item, with the sign of the unit. */
export function rangeIn(field: Field, item: Served): { range: Range; sign: string } {
  const { range } = field.options;
  if (typeof range === 'object' && range !== null && 'by' in range) {
    const found = range.of[String(item[range.by])];
    return found ? { range: [found[0], found[1]], sign: found[2] } : { range: ANY, sign: '' };
  }
  return { range: rangeOf(field) ?? ANY, sign: signOf(field) };
}

/** Largest increase per second that is no fault: above every machine of today. */
const MOST_PER_SECOND: Readonly<Partial<Record<Unit, number>>> = {
  byte: 1e12,
  bytes: 1e12,
  millisecond: 1e9,
};
const MOST_COUNTS = 1e12;

export const mostPerSecond = ({ unit }: Field): number => (unit && MOST_PER_SECOND[unit]) ?? MOST_COUNTS;
