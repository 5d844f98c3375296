/** CLOCK_OFF: the system clock is no longer synchronized. */
import { CLOCK } from '../../core/alert-feeds.ts';
import { allRead, defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import { saying } from '../../core/said.ts';

const DELAY_MS = 600_000;
const MOST_SECONDS = 1;

export const clockOff = defineFailureRule({
  name: 'CLOCK_OFF',
  description:
    'The clock lost its synchronization 10 min ago, or is more than 1 s off. chrony reports both; without it, systemd reports the first for every time service. A clock that was never synchronized raises nothing.',
  level: 'WARNING',
  plugin: 'now',
  inputs: { clock: CLOCK },
  create() {
    let wasSynchronized = false;
    let lostAt: number | null = null;
    return ({ values: { clock }, ongoing, at }) => {
      if (clock === null) return UNREAD;
      wasSynchronized ||= clock.isSynchronized;
      lostAt = clock.isSynchronized ? null : (lostAt ?? at);
      const isLost =
        !clock.isSynchronized &&
        (ongoing.has('') || (wasSynchronized && lostAt !== null && at - lostAt >= DELAY_MS));
      const offset = Math.abs(clock.offset);
      if (offset > MOST_SECONDS)
        return allRead([
          {
            subject: null,
            value: offset,
            ...saying('The clock is {offset} off.', { offset: { digits: offset.toFixed(1), unit: 's' } }),
            details: { cause: 'offset', seconds: clock.offset },
          },
        ]);
      if (!isLost) return allRead([]);
      const sentence = saying('The clock is not synchronized any more.');
      return allRead([{ subject: null, ...sentence, details: { cause: 'not synchronized' } }]);
    };
  },
});
