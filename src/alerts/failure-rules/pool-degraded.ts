/** POOL_DEGRADED: a ZFS or btrfs pool has missing or failing devices. */
import { POOLS } from '../../core/alert-feeds.ts';
import { defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import type { Pool } from '../../core/pool.ts';
import { createSecondLook } from './second-look.ts';
import { saying } from '../../core/said.ts';

export const poolDegraded = defineFailureRule({
  name: 'POOL_DEGRADED',
  description:
    'A pool of ZFS or btrfs is not online or lacks devices; the alert ends when the pool is healthy. Or errors of its devices grow; the alert ends when a user acknowledges it.',
  level: 'CRITICAL',
  plugin: 'raid',
  inputs: { pools: POOLS },
  atStart: 'notify',
  create() {
    /** Reported errors by pool; growth beyond them is reported again. */
    const known = new Map<string, number>();
    const secondLook = createSecondLook();
    return ({ values: { pools }, ongoing }) => {
      if (pools === null) return UNREAD;
      const found = pools.flatMap((pool) => {
        const subject = pool.name;
        const alert = ongoing.get(subject);
        const reported = alert?.details['errors_before'];
        const { errors } = pool;
        if (errors === null) return failureOf(pool, 0) ?? [];
        const before =
          alert?.isAcknowledged === true
            ? errors
            : (known.get(subject) ?? (typeof reported === 'number' ? reported : errors));
        // Counters may be reset.
        known.set(subject, Math.min(before, errors));
        return failureOf(pool, before) ?? [];
      });
      // Counters of errors grow for good.
      const [errors, states] = [found.filter(isOfErrors), found.filter((one) => !isOfErrors(one))];
      const unknown = pools.flatMap(({ name, errors: count }) =>
        count === null && ongoing.get(name)?.details['cause'] === 'errors' ? name : [],
      );
      return { findings: [...secondLook(pools, states, ongoing), ...errors], unknown };
    };
  },
});

const isOfErrors = ({ details }: Finding): boolean => details?.['cause'] === 'errors';

function failureOf({ type, name, state, missing, errors }: Pool, before: number): Finding | null {
  if (state !== 'ONLINE' || (missing ?? 0) > 0)
    return {
      subject: name,
      ...(missing
        ? saying('The {type} pool {name} is {state}: {missing} of its devices {missing|is|are} missing.', {
            type,
            name,
            state,
            missing,
          })
        : saying('The {type} pool {name} is {state}.', { type, name, state })),
      details: { cause: state, ...(missing !== null && { missing }) },
    };
  if (errors === null || errors <= before) return null;
  return {
    subject: name,
    value: errors - before,
    ...saying('Devices of the {type} pool {name} have {errors} new errors.', {
      type,
      name,
      errors: errors - before,
    }),
    details: { cause: 'errors', errors, errors_before: before },
  };
}
