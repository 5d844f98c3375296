/** Sizes and durations in the notation of the configuration file. */
import { OptionError } from './option-parse.ts';

const UNITS = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 } as const;
const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 365 * 86_400 } as const;

/** Bytes of `512M` or `2G`. Throws `OptionError`. */
export function parseSize(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt])?i?b?$/i.exec(text.trim()) ?? [];
  if (number === undefined) throw new OptionError('expected a size such as 512M or 2G');
  const factor = unit === undefined ? 1 : UNITS[unit.toLowerCase() as keyof typeof UNITS];
  return Math.round(Number(number) * factor);
}

/** Milliseconds of `90s`, `12h`, `2d` or `5y`. Throws `OptionError`. */
export function parseDuration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([smhdwy])$/.exec(text.trim()) ?? [];
  if (number === undefined) throw new OptionError('expected a duration such as 12h, 90d or 5y');
  return Math.round(Number(number) * SECONDS[unit as keyof typeof SECONDS] * 1000);
}

/** Milliseconds since the epoch of `1795224600000`, `2026-11-22T05:00Z`, `now`, or an age: `7d`, `-7d`. Throws `OptionError`. */
export function parseTime(text: string, now: number): number {
  const time = momentOf(text.trim(), now);
  if (!Number.isFinite(time))
    throw new OptionError(
      'expected milliseconds since 1970, a date such as 2026-11-22T05:00Z, an age such as 7d or -7d, or now',
    );
  return time;
}

function momentOf(text: string, now: number): number {
  if (text === 'now') return now;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (/^\d{4}-\d\d/.test(text)) return Date.parse(text);
  return /^-?\d+(\.\d+)?\s*[smhdwy]$/.test(text) ? now - parseDuration(text.replace(/^-/, '')) : Number.NaN;
}
