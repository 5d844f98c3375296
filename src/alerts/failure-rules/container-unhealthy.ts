/** CONTAINER_UNHEALTHY: the health checks of a container fail. */
import { defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import { detailsOf, isSilent, labelOf, nameOf, STATES } from './containers.ts';
import { saying } from '../../core/said.ts';

const LEAST_FAILURES = 2;

export const containerUnhealthy = defineFailureRule({
  name: 'CONTAINER_UNHEALTHY',
  description:
    'The engine reports a container as unhealthy, and two consecutive health checks have failed. The alert ends when the container is healthy, exits or is removed.',
  // As bad as the published state of a container.
  level: 'CRITICAL',
  plugin: 'containers',
  inputs: STATES,
  create:
    () =>
    ({ values: { states }, ongoing }) => {
      if (states === null) return UNREAD;
      const sick = states.filter(
        (item) => !isSilent(item) && item['running'] === true && item['health'] === 'unhealthy',
      );
      return {
        findings: sick
          .filter((item) => Number(item['failing_streak']) >= LEAST_FAILURES || ongoing.has(nameOf(item)))
          .map((item) => ({
            subject: nameOf(item),
            label: labelOf(item),
            ...saying('{name} is unhealthy: its health checks fail.', { name: labelOf(item) }),
            details: { ...detailsOf(item), failed_checks: Number(item['failing_streak']) },
          })),
        unknown: states.filter(isSilent).map(nameOf),
      };
    },
});
