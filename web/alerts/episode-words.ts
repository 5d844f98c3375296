/** Episode text. Pure. */
import type { Subject } from '../../src/show/display/subjects.ts';
import { showMoment, showSpan, showTime } from '../../src/show/display/durations.ts';
import { culpritWords } from '../../src/show/display/culprit-words.ts';
import { type Episode, numbersOf } from './episodes.ts';
import { localName, t } from '../../src/show/display/language.ts';

/** With the day if it differs. */
export function showBegin(seconds: number, now: number): string {
  const isToday = new Date(seconds * 1000).toDateString() === new Date(now * 1000).toDateString();
  return (isToday ? showTime(seconds * 1000) : showMoment(seconds * 1000)).slice(0, isToday ? 5 : 16);
}

/** `8 times since 02:48, 13 min in all, worst 100 %, mostly node`; a single event has its values. */
export function episodeWords(
  episode: Episode,
  { compared }: Pick<Subject, 'compared'>,
  now: number,
  text: (value: number) => string,
): string {
  const { events, begin, seconds, min, max, culprits } = episode;
  const [only] = events;
  if (only !== undefined && events.length === 1) return numbersOf(only, compared, text);
  const hasNumbers = Number.isFinite(max) && (compared !== null || min !== max);
  const of = compared?.of ? ` ${localName(compared.of)}` : '';
  return [
    t('{length} times since {begin}', { length: events.length, begin: showBegin(begin, now) }),
    t('{seconds} in all', { seconds: showSpan(seconds) }),
    ...(hasNumbers ? [t('worst {value}', { value: text(compared?.isLow ? min : max) + of })] : []),
    culpritWords(culprits),
  ]
    .filter(Boolean)
    .join(', ');
}
