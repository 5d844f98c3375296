import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { doubtful, fleet, gone, massed } from '../../../test/support/outages.ts';
import { hostsOffline } from './hosts-offline.ts';

testKind(hostsOffline, {
  fine: fleet(),
  raise: [fleet(gone('a', massed), gone('b', massed))],
  is: ['HOSTS_OFFLINE', 'CRITICAL', '2 servers do not answer: a, b.'],
  clear: [fleet(gone('b', massed)), fleet()],
  unreadable: [{ fleet: null }],
  afterRestart: [fleet(gone('a', doubtful), gone('b', doubtful))],
});

it('names the first of very many', async () => {
  const rig = createKindRig(hostsOffline);
  await rig.feed(fleet());
  await rig.feed(fleet(...Array.from({ length: 25 }, (_, at) => gone(`s${at}`, massed))));
  expect(rig.ongoing()[0]?.finding?.sentence).toMatch(/^25 servers do not answer: s0, .*, s19 and 5 more\.$/);
});
