import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { doubtful, fleet, gone, massed } from '../../../test/support/outages.ts';
import { hostOffline } from './host-offline.ts';

testKind(hostOffline, {
  fine: fleet(gone('never', doubtful)),
  raise: [fleet(gone('db1', doubtful)), fleet(gone('db1'))],
  is: ['HOST_OFFLINE_DB1:61208', 'CRITICAL', 'db1 does not answer: connection refused by db1:61208.'],
  clear: [fleet()],
  unreadable: [{ fleet: { offline: [], unknown: ['db1:61208'] } }],
  // The next hub has not seen it online.
  afterRestart: [fleet(gone('db1', doubtful))],
});

it('a server among many is no alert of its own', async () => {
  const rig = createKindRig(hostOffline);
  await rig.feed(fleet());
  await rig.feed(fleet(gone('a', massed), gone('b', massed)));
  expect(rig.told()).toEqual([]);
});
