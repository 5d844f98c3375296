import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { clockOff } from './clock-off.ts';

const clock = (isSynchronized: boolean, offset = 0) => ({ clock: { isSynchronized, offset } });

testKind(clockOff, {
  fine: clock(true),
  raise: [[clock(false), 600], clock(false)],
  is: ['CLOCK_OFF', 'WARNING', 'The clock is not synchronized any more.'],
  clear: [clock(true)],
  unreadable: [{ clock: null }],
  isChange: true,
});

it('reports a large offset, and no clock that never was synchronized', async () => {
  const rig = createKindRig(clockOff);
  for (let minute = 0; minute < 20; minute += 1) await rig.feed(clock(false), 60);
  expect(rig.told()).toEqual([]);
  await rig.feed(clock(false, -1.52));
  expect(rig.ongoing()[0]?.finding?.sentence).toBe('The clock is 1.5 s off.');
});
