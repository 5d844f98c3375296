/** Explained time in the address. Pure. */
import { showMoment } from '../../src/show/display/durations.ts';
import type { Window } from '../time/window.ts';

export type { Window };

const MINUTE_MS = 60_000;
/** Causes precede an alert. */
const [BEFORE_MS, AFTER_MS] = [3 * MINUTE_MS, 15 * MINUTE_MS];
const AROUND_MS = 5 * MINUTE_MS;
/** Longest explained time. */
const LEAST_MS = 10_000;
const MOST_MS = 7 * 86_400_000;

/** `1795824000000-1795824900000`. */
export const whyOf = ({ from, to }: Window): string => `${Math.round(from)}-${Math.round(to)}`;

/** `2026-11-26 12:55 – 13:05`, with the end's date if it differs. */
export function windowWords({ from, to }: Window): string {
  const [first, last] = [showMoment(from), showMoment(to)];
  const isSameDay = first.slice(0, 10) === last.slice(0, 10);
  return `${first.slice(0, 16)} – ${last.slice(isSameDay ? 11 : 0, 16)}`;
}

/** Null: no valid time. */
export function whyWindow(text: string): Window | null {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return to - from >= LEAST_MS && to - from <= MOST_MS ? { from, to } : null;
}

/** Time around an alert's begin, in milliseconds; `end`: the alert's end, or now. */
export const aroundAlert = (begin: number, end: number): Window => ({
  from: begin - BEFORE_MS,
  to: Math.max(begin + MINUTE_MS, Math.min(end, begin + AFTER_MS)),
});

/** Returns the 15 minutes up to a time. */
export const lastQuarter = (to: number): Window => ({ from: to - AFTER_MS, to });

/** Five minutes before and after a past time. */
export const aroundMoment = (at: number): Window => ({ from: at - AROUND_MS, to: at + AROUND_MS });
