import { say } from '../../../core/said.ts';
import { constant, counter, derived, gauge, type Reading, text } from '../../../core/fields.ts';
import { CPU_PERCENT } from '../../../core/ranges.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import type { Host } from '../../../core/host.ts';
import type { Served } from '../../../core/served.ts';
import { percentOf } from '../../linux/percent.ts';
import { memoryOff } from '../shared/memory-controller.ts';
import {
  createLimitedGroups,
  type LimitedGroup,
  readThrottling,
  readMemoryEvents,
} from './limited-groups.ts';

/** Options of the fields from which `throttled` is computed. */
const INPUT = { history: false, metric: 'skip', sparse: true } as const;
const lacking = { nullWhen: 'it is not a container', metric: 'skip' } as const;

/** Null: no quota, or the group was idle. */
function throttled({ periods, throttled_periods: held }: Served): number | null {
  return typeof periods === 'number' && periods > 0 ? percentOf(held as number, periods) : null;
}

const fields = {
  cgroup: text('Path of the control group, with identifiers of containers cut to 12 digits.', {
    metric: { label: 'cgroup' },
  }),
  unit: text('Unit of systemd, such as nginx.service.', {
    nullWhen: 'it belongs to no unit',
    metric: 'skip',
  }),
  container: text('Container: first 12 digits of its identifier, or its name in LXC and Incus.', lacking),
  cpu_limit: constant('number', 'Cores that it may use.', { nullWhen: 'it has no quota' }),
  throttled: derived('percent', 'Share of periods in which it used up its CPU quota.', throttled, {
    nullWhen: 'it has no quota, or had no work',
    // Both counters are read while they grow.
    cappedUpTo: 200,
  }),
  throttled_time: counter('millisecond', 'Time for which it was throttled.', {
    sparse: true,
    fastest: CPU_PERCENT[1] * 10,
  }),
  periods: counter('number', 'Scheduling periods in which it had work.', INPUT),
  throttled_periods: counter('number', 'Periods in which it used up its quota.', INPUT),
  memory_limit: constant('byte', 'Memory that it may use.', { nullWhen: 'it has no limit' }),
  memory_limit_hits: counter('number', 'Number of times its memory reached the limit.', { sparse: true }),
  // Of a group that is listed for a kill, an increase would begin behind it.
  oom_kills: gauge('number', 'Processes in it killed by the OOM killer since it was created.', {
    nullWhen: 'the kernel does not count them',
  }),
};

/** Control groups with limits or kills: cpu.stat and memory.events (cgroup-v2), likewise version 1. */
export default definePlugin({
  name: 'cgroups',
  shape: 'list',
  key: 'cgroup',
  description: 'Control groups with limits of CPU or memory: throttling, and processes killed.',
  weight: 'heavy',
  refresh: 10,
  fields,
  create({ host, notice }) {
    const limited = createLimitedGroups(host);
    return {
      async read() {
        const found = await limited();
        if (found === null)
          throw new Unsupported(
            say('there are no control groups: /sys/fs/cgroup is not mounted or not readable'),
          );
        notice('memory', memoryOff(host));
        notice(
          'left',
          found.left === 0 ? null : say('{count} more control groups are not shown', { count: found.left }),
        );
        return found.groups.flatMap((group) => itemOf(host, group) ?? []);
      },
    };
  },
});

/** Null: the group is gone. */
function itemOf(host: Host, group: LimitedGroup): Reading<typeof fields> | null {
  const throttling = readThrottling(host, group);
  const memory = readMemoryEvents(host, group);
  if (throttling === null && memory === null) return null;
  return {
    cgroup: group.name,
    unit: group.unit,
    container: group.container,
    cpu_limit: group.cores,
    memory_limit: group.memory,
    ...(throttling !== null && {
      throttled_time: throttling.time,
      periods: throttling.periods,
      throttled_periods: throttling.throttled,
    }),
    ...(memory !== null && memory.hits !== null && { memory_limit_hits: memory.hits }),
    oom_kills: memory?.kills ?? null,
  };
}
