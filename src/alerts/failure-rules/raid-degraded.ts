/** RAID_DEGRADED: a software RAID array has missing devices. */
import { allRead, defineFailureRule, objectOf, UNREAD } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import type { Served } from '../../core/served.ts';
import { createSecondLook } from './second-look.ts';
import { saying } from '../../core/said.ts';

export const raidDegraded = defineFailureRule({
  name: 'RAID_DEGRADED',
  description:
    'An array of software RAID (md) is inactive or lacks devices. The alert ends when all devices work again.',
  level: 'CRITICAL',
  inputs: { raid: objectOf('raid') },
  atStart: 'notify',
  create() {
    const secondLook = createSecondLook();
    return ({ values: { raid }, judged, ongoing }) => {
      if (raid === null) return UNREAD;
      const logged = new Set(judged('raid').flatMap(({ log, identity }) => (log ? [identity] : [])));
      const found = Object.entries(raid).flatMap(([name, array]) =>
        logged.has(name) ? [] : (failureOf(name, array as Served) ?? []),
      );
      return allRead(secondLook(raid, found, ongoing));
    };
  },
});

function failureOf(name: string, { status, type, available, used, config }: Served): Finding | null {
  if (status !== 'active')
    return {
      subject: name,
      ...saying('Array {name} is inactive.', { name }),
      details: { cause: 'inactive' },
    };
  if (type === 'raid0' || typeof available !== 'string' || typeof used !== 'string') return null;
  const missing = Number(available) - Number(used);
  if (!(missing > 0)) return null;
  return {
    subject: name,
    value: missing,
    ...saying('Array {name} is degraded: {used} of {available} devices work.', { name, used, available }),
    details: { cause: 'missing devices', missing, ...(typeof config === 'string' && { config }) },
  };
}
