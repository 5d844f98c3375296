/** Weekly maintenance: weekdays and a span of local time. It runs over midnight when `to` is not later; `to` itself is not part of it. */
import { closed, describedAs, integer, listOf, text, type TypeOf, where } from '../../core/shape.ts';
import { orNull } from '../../core/or-null.ts';

const DAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const isZone = (zone: string): boolean => orNull(() => clockOf(zone)) !== null;

/** Local time of a zone. Throws `RangeError` for an unknown zone. */
export const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

const TIME = where(text('Local time: `22:00`.'), 'a time such as 22:00', (time) =>
  /^([01]\d|2[0-3]):([0-5]\d)$/.test(time),
);

export const SCHEDULE = where(
  closed('Maintenance every week: the silence is in force at these times alone.', {
    days: listOf(integer(undefined, { minimum: 1, maximum: 7 }), {
      description: 'Weekdays on which it begins; 1 is Monday.',
      minItems: 1,
      maxItems: 7,
    }),
    from: TIME,
    to: describedAs(TIME, 'Local time at which it ends; on the next day where it is not later than `from`.'),
    zone: where(text('Time zone: `Europe/Berlin`.'), 'a time zone such as Europe/Berlin', isZone),
  }),
  'a span between two different times',
  ({ from, to }) => from !== to,
);
export type Schedule = TypeOf<typeof SCHEDULE>;

const minuteOf = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
};

/**
 * True if a time is within the schedule in its time zone. Spans keep their local begin and end across daylight saving changes, so
 * their length may differ by an hour.
 * @param now Unix milliseconds
 * @param clock of its zone
 */
export function isScheduled({ days, from, to, zone }: Schedule, now: number, clock = clockOf(zone)): boolean {
  const parts = new Map(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  const day = DAYS.indexOf(parts.get('weekday') ?? '') + 1;
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  if (begin < end) return days.includes(day) && minute >= begin && minute < end;
  const before = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= begin) || (days.includes(before) && minute < end);
}
