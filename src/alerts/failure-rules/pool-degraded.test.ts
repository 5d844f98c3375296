import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { poolDegraded } from './pool-degraded.ts';

const pool = (state: string, missing: number, errors: number | null = 4) => ({
  pools: [{ type: 'btrfs', name: 'media', uuid: 'x', state, devices: 3, missing, errors, level: 'OK' }],
});

testKind(poolDegraded, {
  fine: pool('ONLINE', 0),
  raise: [pool('DEGRADED', 1), pool('DEGRADED', 1)],
  is: ['POOL_DEGRADED_MEDIA', 'CRITICAL', 'The btrfs pool media is DEGRADED: 1 of its devices is missing.'],
  isSeenTwice: true,
  clear: [pool('ONLINE', 0)],
  gone: [{ pools: [] }],
  unreadable: [{ pools: null }],
});

it('reports new errors of devices until they are acknowledged or reset', async () => {
  const rig = createKindRig(poolDegraded);
  await rig.feed(pool('ONLINE', 0, 4));
  await rig.feed(pool('ONLINE', 0, 6));
  expect(rig.ongoing()[0]?.finding?.sentence).toBe('Devices of the btrfs pool media have 2 new errors.');
  await rig.feed(pool('ONLINE', 0, null));
  await rig.feed(pool('ONLINE', 0, 6));
  expect(rig.told()).toEqual(['begin POOL_DEGRADED_MEDIA']);
  const next = rig.restart(600);
  await next.feed(pool('ONLINE', 0, 6));
  expect(next.told()).toEqual(['continue POOL_DEGRADED_MEDIA']);
  await next.feed(pool('ONLINE', 0, 0), 60);
  expect(next.told()).toEqual(['end POOL_DEGRADED_MEDIA']);
  await next.feed(pool('ONLINE', 0, 1), 60);
  expect(next.told()).toEqual(['begin POOL_DEGRADED_MEDIA']);
  await next.acknowledge();
  expect(next.told()).toEqual(['end POOL_DEGRADED_MEDIA']);
});
