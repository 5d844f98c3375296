import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { unitFailed } from './unit-failed.ts';

const web = {
  name: 'nginx.service',
  active_state: 'active',
  result: 'success',
  exit_code: null,
  exit_signal: null,
};
const failed = { ...web, active_state: 'failed', result: 'start-limit-hit', exit_code: 1 };

testKind(unitFailed, {
  fine: { units: [web] },
  raise: [{ units: [failed] }],
  is: ['UNIT_FAILED_NGINX.SERVICE', 'WARNING', 'nginx.service failed: exit code 1 (start-limit-hit).'],
  clear: [{ units: [web] }],
  gone: [{ units: [] }],
});

it.each([
  [{ result: 'exit-code', exit_code: 3 }, 'nginx.service failed: exit code 3.'],
  [
    { result: 'core-dump', exit_signal: 'SIGSEGV', exit_code: null },
    'nginx.service failed: killed by SIGSEGV (core-dump).',
  ],
  [{ result: 'signal', exit_signal: 'SIGKILL', exit_code: null }, 'nginx.service failed: killed by SIGKILL.'],
  [{ result: 'timeout', exit_code: null }, 'nginx.service failed: timeout.'],
  [{ result: null, exit_code: null }, 'nginx.service failed.'],
])('says how %j ended', async (unit, sentence) => {
  const rig = createKindRig(unitFailed);
  await rig.feed({ units: [web] });
  await rig.feed({ units: [{ ...failed, ...unit }] });
  expect(rig.ongoing()[0]?.finding?.sentence).toBe(sentence);
});

it('leaves a unit alone that has failed while it was stopped', async () => {
  const rig = createKindRig(unitFailed);
  await rig.feed({ units: [web] });
  await rig.feed({ units: [{ ...failed, stopped: true }] });
  expect(rig.told()).toEqual([]);
});
