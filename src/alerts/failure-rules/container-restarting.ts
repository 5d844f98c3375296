/** CONTAINER_RESTARTING: a container is in a restart loop. */
import { defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import { detailsOf, isSilent, labelOf, nameOf, STATES } from './containers.ts';
import { createRestarts, MANY_RESTARTS, RESTARTS_MS } from './restarts.ts';
import { saying } from '../../core/said.ts';

export const containerRestarting = defineFailureRule({
  name: 'CONTAINER_RESTARTING',
  description:
    'The restart policy of a container restarts it three times in 10 min. The alert ends after 10 min without a restart, or when the container is started on request or removed.',
  level: 'CRITICAL',
  plugin: 'containers',
  inputs: STATES,
  create() {
    const restarts = createRestarts();
    return ({ values: { states }, ongoing, time, at }) => {
      if (states === null) return UNREAD;
      const counted = states.filter((item) => !isSilent(item) && typeof item['restarts'] === 'number');
      const findings = counted.flatMap((item): Finding[] => {
        const name = nameOf(item);
        const total = Number(item['restarts']);
        const {
          restarts: most = 0,
          total: wasTotal = null,
          restarted_at: wasAt = 0,
        } = ongoing.get(name)?.details ?? {};
        const before = wasTotal === null ? null : { total: Number(wasTotal), restartedAt: Number(wasAt) };
        const { recent, lastAt, quietMs } = restarts.count(name, total, before, { time, at });
        const goesOn = before !== null && total >= before.total && quietMs < RESTARTS_MS;
        if (recent < MANY_RESTARTS && !goesOn) return [];
        const count = Math.max(recent, Number(most));
        return [
          {
            subject: name,
            label: labelOf(item),
            ...saying('{name} restarts over and over: {count} times within 10 min.', {
              name: labelOf(item),
              count,
            }),
            details: { ...detailsOf(item), restarts: count, total, restarted_at: lastAt ?? time },
          },
        ];
      });
      restarts.keep(new Set(states.map(nameOf)));
      return { findings, unknown: states.filter(isSilent).map(nameOf) };
    };
  },
});
