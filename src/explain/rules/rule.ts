/** The interface of rules, and shared wording. */
import type { SavedEvent } from '../../core/event.ts';
import { programText, STALL_PERCENT } from '../amounts.ts';
import type { Cause, Evidence, TimeSpan } from '../explanation.ts';
import { culpritText, type Facts } from '../facts.ts';
import type { Use } from '../programs.ts';
import type { SeriesLevel } from '../tracks.ts';

const SECOND_MS = 1000;
/** Joins names for a sentence. */
export const MOST_NAMED = 3;

export interface Found {
  readonly span: TimeSpan;
  readonly sentence: string;
  readonly evidence: readonly Evidence[];
}

export interface Rule {
  readonly name: string;
  readonly cause: Cause;
  /** Required plugins, and what is unknown without them. */
  readonly needs: Readonly<Record<string, string>>;
  find(facts: Facts): Found | null;
}

export const unusual = (level: SeriesLevel | null, least: number): level is SeriesLevel =>
  level !== null && level.isUnusual && level.value >= least;

/** Percent of stall time. */
export const stall = (facts: Facts, item: string, scope: 'some' | 'full'): SeriesLevel | null =>
  facts.level(`pressure/${item}_${scope}_time_rate_per_sec`);
export const stalledShare = (level: SeriesLevel | null): number => (level?.value ?? 0) * STALL_PERCENT;

export const nameOf = (use: Use): string => programText(use.program, use.unit, use.container);

export const mostly = (use: Use | undefined, before = ', mostly by '): string => {
  const text = culpritText(use);
  return text === null ? '' : `${before}${text}`;
};

export const spanOfEvents = (events: readonly SavedEvent[], facts: Facts): TimeSpan => {
  const begins = events.map(({ event }) => event.begin * SECOND_MS);
  const from = Math.max(facts.tracks.window.from, Math.min(...begins));
  return { from, to: Math.max(from + SECOND_MS, Math.max(...begins)) };
};

/** The first alert sentences, and the number of others. */
export function eventsSentence(events: readonly SavedEvent[]): string {
  const sentences = [...new Set(events.flatMap(({ finding }) => finding?.sentence ?? []))];
  const rest = sentences.length - 1;
  const [first = ''] = sentences;
  return rest > 0 ? `${first.replace(/\.$/, '')} (and ${rest} more).` : first;
}
