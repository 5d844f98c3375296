/** Parses untrusted data of engines. */
import { adopt } from '../../../core/adopt.ts';
import type { ServedMember } from '../../../core/served.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { listOf, type Shape, text } from '../../../core/shape.ts';

/**
 * Returns a function that reads an engine's list. It throws `ServiceError` for lists without known entries: unreadable containers
 * are not gone.
 */
export function listReader<T>(engine: string, entry: Shape<T>): (body: ServedMember) => readonly T[] {
  const read = adopt(listOf(entry));
  return (body) => {
    const entries = read(body) ?? [];
    // Go writes an empty list as null.
    const isEmpty = body === null || (Array.isArray(body) && body.length === 0);
    if (entries.length === 0 && !isEmpty)
      throw new ServiceError(`${engine} lists its containers in a form that is not known`);
    return entries;
  };
}

/** Identifies a container. */
export const ID = text('', { minLength: 1 });

/** ECMA-262 section 21.4.1.1. */
const LAST_MOMENT = 8.64e15;

/** An ISO 8601 or Unix time in milliseconds; engines encode "never" as a time before Christ or in year 1. */
export function parseMoment(value: string | number = ''): number | null {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(value);
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
