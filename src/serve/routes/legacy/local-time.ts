/** Times as older versions show them. */
import { createTimestamps } from '../../bodies/timestamp.ts';

const MINUTE_MS = 60_000;
const OFFSET = '+00:00';

/** `2026-11-21T01:52:09.595790`: local time with microseconds, without offset. Each time is formatted once. */
export function createLocalTimestamps(): (time: number) => string {
  const format = createTimestamps();
  return (time) => format(time - offsetAt(time)).slice(0, -OFFSET.length);
}

/** Milliseconds to take from a time so that its UTC form reads as the local one. */
const offsetAt = (time: number): number => new Date(time).getTimezoneOffset() * MINUTE_MS;
