/** UPDATES_SECURITY: security updates are not installed. */
import { allRead, defineFailureRule, objectOf, UNREAD } from '../../core/failure-rule.ts';
import { byDay } from './by-day.ts';
import { saying } from '../../core/said.ts';

const DAY_SECONDS = 86_400;

export const updatesSecurity = defineFailureRule({
  name: 'UPDATES_SECURITY',
  description:
    'Security updates have waited for a day, by the package manager (apt, dnf). It begins between 8 and 20 h, and is notified again each week. The alert ends when they are installed.',
  level: 'WARNING',
  inputs: { care: objectOf('care') },
  atStart: 'notify',
  // Updates that install themselves do so within a day.
  delay: DAY_SECONDS,
  create: () => (input) => {
    const count = input.values.care?.['security_updates'];
    if (typeof count !== 'number') return UNREAD;
    if (count === 0) return allRead([]);
    const words =
      count === 1
        ? saying('A security update is not installed.')
        : saying('{count} security updates are not installed.', { count });
    const details = { updates: count, manager: String(input.values.care?.['manager']) };
    return allRead(byDay([{ subject: null, value: count, ...words, details }], input));
  },
});
