import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { reboot } from './reboot.ts';

const run = (boot: string | null, hasStopped = false) => ({
  'last-run': { boot, seenAt: Date.UTC(2026, 0, 1, 3), hasStopped, bootNow: 'b' },
});

testKind(reboot, {
  fine: { 'last-run': null },
  raise: [run('a')],
  is: [
    'REBOOT',
    'WARNING',
    'The machine restarted without a shutdown; the agent was last seen at 2026-01-01T03:00:00Z.',
  ],
  clear: [{ 'last-run': null }],
  afterRestart: [run('b')],
  isChange: true,
});

it.each([
  ['a shutdown', run('a', true)],
  ['a restart of the agent', run('b')],
  ['a run that nobody knows', run(null)],
])('is not %s', async (_, values) => {
  const rig = createKindRig(reboot);
  await rig.feed(values);
  expect(rig.told()).toEqual([]);
});
