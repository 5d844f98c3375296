/** Events of a chart's series, as marks. */
import type { AlertEvent } from '../api/types.ts';
import type { Level } from '../../src/show/display/levels.ts';
import { seriesId } from '../../src/core/series-name.ts';
import type { NamedEvent, Subject } from '../../src/show/display/subjects.ts';

export interface Mark {
  /** Seconds. */
  from: number;
  to: number;
  level: Level;
  text: string;
}

/** @param now Unix seconds, the end of ongoing events */
export const marksOf = (
  events: readonly AlertEvent[],
  shown: ReadonlySet<string>,
  subjectOf: (event: NamedEvent) => Subject,
  now: number,
): Mark[] =>
  events.flatMap((event) => {
    const { begin, end, state } = event;
    const { series, label } = subjectOf(event);
    if (series === null || !shown.has(seriesId(series))) return [];
    const level = state === 'CRITICAL' ? 'critical' : 'warning';
    return { from: begin, to: end === -1 ? now : end, level, text: `${label} ${level}` };
  });

export const marksAt = (marks: readonly Mark[], time: number): Mark[] =>
  marks.filter(({ from, to }) => time >= from && time <= to);
