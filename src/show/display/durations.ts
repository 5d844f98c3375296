/** Spans of time and moments. */
import type { ServedMember } from '../../core/served.ts';
import { SPANS, spanText } from '../../core/amount-words.ts';
import { NOTHING } from './digits.ts';
import { isNumber } from '../../core/members.ts';

/** A thousand years in seconds, the longest plausible span. */
const MOST = 3.2e10;

/** Formats a span by its two largest units: `42 d 3 h`, `5 min 12 s`, `2 h`, `0 s`. */
export const showSpan = (seconds: ServedMember): string =>
  !isNumber(seconds) || seconds < 0 || seconds > MOST ? NOTHING : spanText(Math.round(seconds));

/** Formats a span by its largest unit: `40 s`, `4 min`, `3 h`, `2 d`. */
export function roughSpan(seconds: number): string {
  const [size, unit] = SPANS.find(([one]) => seconds >= one) ?? [1, 's'];
  return `${Math.max(0, Math.floor(seconds / size))} ${unit}`;
}

/** `42 days, 0:00:02` as the agent says it, in the form of other spans: `42 d`. */
export function showUptime(text: string): string {
  const [, days = '0', hours, minutes, seconds] = /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d)/.exec(text) ?? [];
  if (hours === undefined) return text;
  return showSpan(Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** CPU time as terminal tools write it: `12.34`, `3:07.55`, `28:03:07`; `12345 h` from ten thousand hours on. */
export function showCpuTime(seconds: ServedMember): string {
  if (!isNumber(seconds) || seconds < 0 || seconds > MOST) return NOTHING;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  if (minutes >= 600_000) return `${Math.floor(minutes / 60)} h`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`;
  const hundredths = Math.floor((rest - Math.floor(rest)) * 100);
  return `${minutes}:${two(rest)}.${two(hundredths)}`;
}

/** Hours, minutes and seconds of a moment in the reader's time zone. */
export const showTime = (milliseconds: number): string =>
  isNumber(milliseconds) ? new Date(milliseconds).toTimeString().slice(0, 8) : NOTHING;

/** `2026-11-21 05:16:36` in the reader's time zone. */
export function showMoment(milliseconds: number): string {
  if (!isNumber(milliseconds) || Math.abs(milliseconds) > 8.64e15) return NOTHING;
  const date = new Date(milliseconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${showTime(milliseconds)}`;
}
