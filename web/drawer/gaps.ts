/** Gaps in the archive and their reasons; charts hatch them. Pure. */
import type { ArchiveState } from '../api/archive.ts';
import { showMoment } from '../../src/show/display/durations.ts';
import type { Window } from '../time/window.ts';
import { type Phrase, t } from '../../src/show/display/language.ts';

export interface Gap extends Window {
  readonly reason: string;
}

/** An event of the agent. Milliseconds. */
export interface TimeMark {
  readonly kind: string;
  readonly time: number;
  /** Reason or amount. */
  readonly detail?: string | null;
}

/** Begin of the archive and its reason. */
export interface Begin {
  readonly time: number;
  readonly reason: string;
}

export interface GapSetup {
  readonly window: Window;
  readonly now: number;
  /** Null: unknown. */
  readonly begin: Begin | null;
  readonly marks: readonly TimeMark[];
}

/** Marks that begin and end a pause, and its reason. */
const PAUSES: readonly { begins: readonly string[]; ends: readonly string[]; reason: Phrase }[] = [
  { begins: ['stop', 'killed'], ends: ['start'], reason: 'the agent was not running' },
  { begins: ['off'], ends: ['stop', 'killed', 'start'], reason: 'the history on disk was off' },
  { begins: ['paused'], ends: ['resumed', 'start'], reason: 'the history on disk was paused' },
];
/** Clocks of agent and browser differ slightly. */
const SLACK_MS = 5000;

/**
 * @param archive null: unknown yet
 * @param first oldest sample in memory in seconds, if shown; null: the chart shows the archive
 */
export function beginOf(
  archive: Pick<ArchiveState, 'state' | 'reason' | 'oldest'> | null,
  first: number | null,
): Begin | null {
  if (archive === null) return null;
  const inMemory = first === null ? null : first * 1000;
  if (archive.state === 'off')
    return inMemory === null
      ? null
      : {
          time: inMemory,
          reason: t('only memory is kept: no history on disk ({reason})', {
            reason: archive.reason ?? t('off'),
          }),
        };
  // The first samples are not on disk yet.
  const time = Math.min(archive.oldest ?? Infinity, inMemory ?? Infinity);
  if (time === Infinity) return null;
  return { time, reason: t('the history on disk begins {time}', { time: showMoment(time).slice(0, 16) }) };
}

export function gapsOf({ window, now, begin, marks }: GapSetup): Gap[] {
  const found: Gap[] = [
    ...(begin === null ? [] : [{ from: Number.NEGATIVE_INFINITY, to: begin.time, reason: begin.reason }]),
    ...PAUSES.flatMap((pause) => pausesIn(marks, pause)),
    { from: now + SLACK_MS, to: Number.POSITIVE_INFINITY, reason: t('not yet') },
  ];
  return found
    .map(({ from, to, reason }) => ({
      from: Math.max(from, window.from),
      to: Math.min(to, window.to),
      reason,
    }))
    .filter(({ from, to }) => from < to);
}

function pausesIn(marks: readonly TimeMark[], { begins, ends, reason }: (typeof PAUSES)[number]): Gap[] {
  const sorted = marks.toSorted((a, b) => a.time - b.time);
  const found: Gap[] = [];
  let since: TimeMark | null = null;
  for (const mark of sorted) {
    if (begins.includes(mark.kind)) since ??= mark;
    else if (ends.includes(mark.kind) && since !== null) {
      const why = since.detail ? `: ${since.detail}` : '';
      found.push({ from: since.time, to: mark.time, reason: t(reason) + why });
      since = null;
    }
  }
  return found;
}
