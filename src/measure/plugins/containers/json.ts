/** Parses untrusted data of engines. */
import { ServiceError } from '../../../core/service-error.ts';

export type Json = Readonly<Record<string, unknown>>;

const NOTHING: Json = {};

/** The object, or an empty one. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : NOTHING;

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * The entries of an engine's list that have a text under `key`. Throws `ServiceError` for other values: unreadable containers are
 * not gone.
 */
export function entriesOf(engine: string, value: unknown, key: string): Json[] {
  const listed = Array.isArray(value) ? value : null;
  const entries = (listed ?? []).map(objectOf).filter((entry) => textOf(entry[key]) !== '');
  // Go writes an empty list as null.
  const isEmpty = value === null || listed?.length === 0;
  if (entries.length === 0 && !isEmpty)
    throw new ServiceError(`${engine} lists its containers in a form that is not known`);
  return entries;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const textsOf = (value: unknown): string[] =>
  arrayOf(value).filter((entry): entry is string => typeof entry === 'string');

/** ECMA-262 section 21.4.1.1. */
const LAST_MOMENT = 8.64e15;

/** An ISO 8601 or Unix time in milliseconds; engines encode "never" as a time before Christ or in year 1. */
export function momentOf(value: unknown): number | null {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value));
  return time > 0 && time <= LAST_MOMENT ? time : null;
}

/** A command line in one line. */
export function commandOf(...words: string[]): string | null {
  const line = words
    .join(' ')
    .replaceAll(/[\n\r\t]/g, ' ')
    .trim();
  return line === '' ? null : line;
}
