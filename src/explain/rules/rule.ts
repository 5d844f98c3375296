/** The interface of rules, and shared wording. */
import type { SavedEvent } from '../../core/event.ts';
import type { Phrase } from '../../core/phrase.ts';
import { type Said, say, type Sentence, verbatim, type Word } from '../../core/said.ts';
import { culpritWord, programWord } from '../../show/display/culprit-words.ts';
import { STALL_PERCENT } from '../amounts.ts';
import type { Cause, Evidence, TimeSpan } from '../explanation.ts';
import type { Facts, RecordedResource } from '../facts.ts';
import type { Use } from '../programs.ts';
import type { SeriesLevel } from '../tracks.ts';

const SECOND_MS = 1000;
/** Names in a sentence. */
export const MOST_NAMED = 3;

export interface Found extends Sentence {
  readonly span: TimeSpan;
  readonly evidence: readonly Evidence[];
}

export interface Rule {
  readonly name: string;
  readonly cause: Cause;
  /** Required plugins, and what is unknown without them. */
  readonly needs: Readonly<Record<string, Phrase>>;
  find(facts: Facts): Found | null;
}

export const unusual = (level: SeriesLevel | null, least: number): level is SeriesLevel =>
  level !== null && level.isUnusual && level.value >= least;

/** Shorter bursts do not count. */
const LEAST_MS = 10_000;
export const lasts = ({ from, to }: TimeSpan, { tracks: { window } }: Facts): boolean =>
  to - from >= Math.min(LEAST_MS, (window.to - window.from) / 4);

/** Percent of stall time. */
export const stall = (facts: Facts, item: string, scope: 'some' | 'full'): SeriesLevel | null =>
  facts.level(`pressure/${item}_${scope}_time_rate_per_sec`);
export const stalledShare = (level: SeriesLevel | null): number => (level?.value ?? 0) * STALL_PERCENT;

export const nameOf = ({ program, unit, container }: Use): Word =>
  programWord({ name: program, unit, container });

/** `, mostly ffmpeg in container jellyfin`, in the words of the alert of that time; empty where it is not known. */
export const who = (
  facts: Facts,
  resource: RecordedResource,
  span: TimeSpan,
  text: Phrase = ', {who}',
): Word => {
  const found = culpritWord(facts.culprits(resource, span));
  return found === null ? '' : say(text, { who: found });
};
export const WRITING = ', while data were written: {who}';

export const spanOfEvents = (events: readonly SavedEvent[], facts: Facts): TimeSpan => {
  const begins = events.map(({ event }) => event.begin * SECOND_MS);
  const from = Math.max(facts.tracks.window.from, Math.min(...begins));
  return { from, to: Math.max(from + SECOND_MS, Math.max(...begins)) };
};

/** Returns the first alert sentences, and the number of others. */
export function eventsSaid(events: readonly SavedEvent[]): Said {
  const sentences = new Map(
    events.flatMap(({ finding }) =>
      finding ? [[finding.sentence, finding.said ?? verbatim(finding.sentence)]] : [],
    ),
  );
  const rest = sentences.size - 1;
  const [first = verbatim('')] = sentences.values();
  return rest > 0 ? say('{first} (and {rest} more).', { first, rest }) : first;
}
