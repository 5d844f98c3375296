/** The window of charts and its movements. Pure. */
import { DAY, HOUR, MINUTE, YEAR } from './ranges.ts';

/** Milliseconds since 1970. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The chosen time as in the address. */
export interface ChosenTime {
  /** Seconds; 0: default. */
  range: number;
  /** End in milliseconds; 0: live. */
  to: number;
  /** A time in milliseconds at the centre of a range without end; 0: none. */
  at: number;
}

export const LIVE: Readonly<ChosenTime> = { range: 0, to: 0, at: 0 };

/** Limits of the width. */
const LEAST = 10;
const MOST = 5 * YEAR;

/** @param usual default in seconds */
export function windowOf({ range, to, at }: ChosenTime, now: number, usual: number): Window {
  const width = (range || usual) * 1000;
  const end = to > 0 ? to : at > 0 ? Math.min(now, at + width / 2) : now;
  return { from: end - width, to: end };
}

/** Converts a window to a choice; live if it reaches the present. */
export function chosenBy({ from, to }: Window, now: number): Omit<ChosenTime, 'at'> {
  const seconds = Math.min(MOST, Math.max(LEAST, Math.round((to - from) / 1000)));
  return { range: seconds, to: to >= now ? 0 : Math.round(to) };
}

/** Moves a window by a share of its width; negative: earlier. */
export function moved({ from, to }: Window, share: number): Window {
  const by = (to - from) * share;
  return { from: from + by, to: to + by };
}

/** Zooms by a factor around a fixed time. */
export function zoomed({ from, to }: Window, factor: number, around = (from + to) / 2): Window {
  const width = Math.min(MOST * 1000, Math.max(LEAST * 1000, (to - from) * factor));
  const share = (around - from) / (to - from);
  const start = around - width * share;
  return { from: start, to: start + width };
}

/** Positions of one or two fingers, in pixels from the chart's left edge. */
export type Fingers = readonly [number, number?];

/** Minimum distance of two fingers. */
const NEAR_PX = 12;

/** Times follow the fingers: one moves, two also zoom. */
export function fingered(window: Window, before: Fingers, after: Fingers, width: number): Window {
  const { from, to } = window;
  const [begin, end] = [middleOf(before), middleOf(after)];
  const factor = Math.max(NEAR_PX, spreadOf(before)) / Math.max(NEAR_PX, spreadOf(after));
  const scaled = factor === 1 ? window : zoomed(window, factor, from + ((to - from) * begin) / width);
  return moved(scaled, (begin - end) / width);
}

const middleOf = ([one, other = one]: Fingers): number => (one + other) / 2;
const spreadOf = ([one, other = one]: Fingers): number => Math.abs(one - other);

/** Text of a range: `10 s`, `15 min`, `1 h`. */
export function widthText(seconds: number): string {
  const words = { d: 'd', h: 'h', m: 'min', s: 's' } as const;
  const [size, unit] = UNITS.find(([one]) => seconds % one === 0) ?? ([1, 's'] as const);
  return `${Math.round(seconds / size)} ${words[unit]}`;
}

const UNITS: readonly [seconds: number, unit: 'd' | 'h' | 'm' | 's'][] = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
  [1, 's'],
];

/** Age in addresses: `-15m`, `-7d`. */
export function ageText(seconds: number): string {
  const [size, unit] = UNITS.find(([one]) => seconds % one === 0) ?? [1, 's'];
  return `-${Math.round(seconds / size)}${unit}`;
}

/** Seconds of an age; 0: invalid. */
export function parseAge(text: string): number {
  const [, count, unit] = /^-(\d{1,10})([smhdy])$/.exec(text) ?? [];
  if (unit === 'y') return Math.min(MOST, Number(count) * YEAR);
  const size = UNITS.find(([, one]) => one === unit)?.[0] ?? 0;
  return Math.min(MOST, Number(count ?? 0) * size);
}

/** Milliseconds of a time in the address, local unless it has an offset; 0: invalid. */
export function parseInstant(text: string): number {
  const time = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? Math.round(time) : 0;
}
