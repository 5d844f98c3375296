/** REBOOT: the machine restarted without a shutdown. */
import { LAST_RUN } from '../../core/alert-feeds.ts';
import { allRead, defineFailureRule } from '../../core/failure-rule.ts';
import { saying } from '../../core/said.ts';

export const reboot = defineFailureRule({
  name: 'REBOOT',
  description:
    'The machine restarted after a crash, a power cut or a reset: the last run of the agent was not stopped. A planned restart is only a mark on the time line.',
  level: 'WARNING',
  plugin: 'uptime',
  inputs: { last: LAST_RUN },
  atStart: 'notify',
  isMoment: true,
  create() {
    let isTold = false;
    return ({ values: { last } }) => {
      if (last === null || isTold || last.boot === null || last.bootNow === null) return allRead([]);
      isTold = true;
      if (last.boot === last.bootNow || last.hasStopped) return allRead([]);
      const seen = new Date(last.seenAt).toISOString();
      return allRead([
        {
          subject: null,
          ...saying('The machine restarted without a shutdown; the agent was last seen at {seen}.', {
            seen: `${seen.slice(0, 19)}Z`,
          }),
          details: { cause: 'crash, power cut or reset', last_seen: seen },
        },
      ]);
    };
  },
});
