/** A span of the day, in local time, without notifications. */
import { OptionError } from '../../core/option-parse.ts';

/** Minutes of the day; the span includes midnight if `from` is larger. `to` is exclusive. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

const FORM = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)$/;
const MINUTE = 60_000;
/** A day is never longer than 25 hours, and a span never longer than a day. */
const MOST_MINUTES = 26 * 60;

/** `22:00-07:00`. Throws `OptionError`. */
export function parseQuietHours(text: string): QuietHours {
  const numbers = FORM.exec(text.trim())?.slice(1).map(Number);
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = numbers ?? [];
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  if (numbers === undefined || from === to)
    throw new OptionError('expected two different times of the day such as 22:00-07:00');
  return { from, to };
}

/** True if a time (milliseconds since the epoch) is within the span in local time. */
export function isQuiet({ from, to }: QuietHours, now: number): boolean {
  const date = new Date(now);
  const minute = date.getHours() * 60 + date.getMinutes();
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** End of the span around `now`, Unix milliseconds. Steps by minutes, since local time jumps at daylight saving changes. */
export function quietEnd(hours: QuietHours, now: number): number {
  let time = Math.floor(now / MINUTE) * MINUTE;
  for (let minutes = 0; minutes < MOST_MINUTES && isQuiet(hours, time); minutes++) time += MINUTE;
  return time;
}
