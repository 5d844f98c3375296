import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { raidDegraded } from './raid-degraded.ts';

const array = (used: string, more: object = {}) => ({
  raid: {
    md0: { status: 'active', type: 'raid1', available: '2', used, config: 'U_', components: {}, ...more },
  },
});

testKind(raidDegraded, {
  fine: array('2'),
  raise: [array('1'), array('1')],
  is: ['RAID_DEGRADED_MD0', 'CRITICAL', 'Array md0 is degraded: 1 of 2 devices work.'],
  isSeenTwice: true,
  clear: [array('2')],
  gone: [{ raid: {} }],
});

it('reports inactive arrays, and none that has nothing to spare', async () => {
  const rig = createKindRig(raidDegraded);
  await rig.feed(array('1', { type: 'raid0' }));
  expect(rig.told()).toEqual([]);
  const inactive = () => array('1', { status: 'inactive', available: null, used: null });
  await rig.feed(inactive());
  expect(rig.ongoing()).toEqual([]);
  await rig.feed(inactive());
  expect(rig.ongoing()[0]?.finding?.sentence).toBe('Array md0 is inactive.');
});

it('leaves arrays to their own events where these are enabled', async () => {
  const rig = createKindRig(raidDegraded, { sections: { raid: { log: 'True' } } });
  await rig.feed(array('1'));
  expect(rig.told()).toEqual([]);
});
