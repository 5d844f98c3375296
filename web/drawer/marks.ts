/** Events as marks of a chart. */
import type { AlertEvent } from '../api/types.ts';
import type { Level } from '../../src/show/display/levels.ts';
import { seriesId } from '../../src/show/display/series.ts';
import type { NamedEvent, Subject } from '../../src/show/display/subjects.ts';

export interface Mark {
  /** Seconds. */
  from: number;
  to: number;
  level: Level;
  /** It is about one of the values that the chart shows. */
  isOwn: boolean;
  text: string;
}

/** @param now seconds since 1970, the end of what lasts */
export const marksOf = (
  events: readonly AlertEvent[],
  shown: ReadonlySet<string>,
  subjectOf: (event: NamedEvent) => Subject,
  now: number,
): Mark[] =>
  events.map((event) => {
    const { begin, end, state } = event;
    const { series, label } = subjectOf(event);
    const level = state === 'CRITICAL' ? 'critical' : 'warning';
    return {
      from: begin,
      to: end === -1 ? now : end,
      level,
      isOwn: series !== null && shown.has(seriesId(series)),
      text: `${label} ${level}`,
    };
  });

/** Marks at a moment, the chart's own first. */
export const marksAt = (marks: readonly Mark[], time: number): Mark[] =>
  marks
    .filter(({ from, to }) => time >= from && time <= to)
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
