/** REBOOT_REQUIRED: an update takes effect only with a restart. */
import { allRead, defineFailureRule, objectOf, UNREAD } from '../../core/failure-rule.ts';
import { byDay } from './by-day.ts';
import { saying } from '../../core/said.ts';

const DAY_SECONDS = 86_400;

export const rebootRequired = defineFailureRule({
  name: 'REBOOT_REQUIRED',
  description:
    'An update has waited for a restart of the machine for a day. It begins between 8 and 20 h, and is notified again each week. The alert ends with the restart.',
  level: 'WARNING',
  inputs: { care: objectOf('care') },
  atStart: 'notify',
  delay: DAY_SECONDS,
  create: () => (input) => {
    const { care } = input.values;
    if (care === null) return UNREAD;
    const sentence = saying('An update needs a restart of the machine.');
    return allRead(care['restart_needed'] === true ? byDay([{ subject: null, ...sentence }], input) : []);
  },
});
