/** Subject and time of shown logs, in the address, and the lines that are asked for. Pure. */
import type { LogAnswer, LogOutput, LogPriority } from '../../src/explain/logs/log-lines.ts';
import { whyOf, whyWindow, type Window } from '../why/why-window.ts';

export interface LogPlace extends Window {
  readonly of: 'unit' | 'container' | 'all';
  /** Unit or container; empty: the host. */
  readonly name: string;
}

const LONGEST_NAME = 255;

/** `1795824000000-1795824900000/unit/app.service` */
export const logsText = ({ of, name, ...window }: LogPlace): string =>
  of === 'all' ? whyOf(window) : `${whyOf(window)}/${of}/${name}`;

/** Null: no valid time or subject. */
export function logPlace(text: string): LogPlace | null {
  const [, times = '', of = 'all', name = ''] = /^([^/]*)(?:\/(unit|container)\/(.+))?$/s.exec(text) ?? [];
  const window = whyWindow(times);
  if (window === null || name.length > LONGEST_NAME) return null;
  return { ...window, of: of as LogPlace['of'], name };
}

export interface LogChoices {
  readonly priority: LogPriority;
  /** Empty: both. */
  readonly output: LogOutput | '';
  readonly grep: string;
  /** Lines that differ in numbers only are one. */
  readonly isGrouped: boolean;
}

/** API path of these lines. */
export function logsPath({ from, to, of, name }: LogPlace, choices: LogChoices): string {
  const { priority, output, grep, isGrouped } = choices;
  const query = new URLSearchParams({ from: String(from), to: String(to), priority });
  if (of !== 'all') query.set(of, name);
  if (output !== '') query.set('output', output);
  if (grep !== '') query.set('grep', grep);
  if (!isGrouped) query.set('ungrouped', 'true');
  return `api/logs?${query.toString()}`;
}

/** Longest time of logs, and how much longer the next one is. */
const LONGEST_MS = 7 * 86_400_000;
const MORE = 4;

/** A longer time with the same end; null: it is the longest. */
export function earlierPlace(place: LogPlace): LogPlace | null {
  const span = place.to - place.from;
  return span >= LONGEST_MS ? null : { ...place, from: place.to - Math.min(LONGEST_MS, span * MORE) };
}

/** Lines that are kept while a log is followed. */
const MOST_LINES = 1000;
/** Lines may arrive late, and after later ones. */
const OVERLAP_MS = 2000;

/** Where the next reading of a followed log begins. */
export const followFrom = ({ lines, from, to }: LogAnswer): number =>
  Math.max(from, (lines.at(-1)?.time ?? to) - OVERLAP_MS);

/** Ungrouped lines with those of a later reading. */
export const withLater = (known: LogAnswer, next: LogAnswer): LogAnswer => ({
  from: known.from,
  to: next.to,
  lines: [...known.lines.filter(({ time }) => time < next.from), ...next.lines].slice(-MOST_LINES),
  sources: next.sources.some(({ reason }) => reason !== null) ? next.sources : known.sources,
});
