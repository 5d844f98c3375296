import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { oomKill } from './oom-kill.ts';

const none = { 'oom-kills': { count: 0, victims: [] } };
const python = { pid: 9, name: 'python3', bytes: 20 * 1024 ** 2, limited: '/small', cgroup: '/small/job' };

testKind(oomKill, {
  fine: none,
  raise: [{ 'oom-kills': { count: 1, victims: [python] } }],
  is: [
    'OOM_KILL_PYTHON3',
    'CRITICAL',
    'python3 (20 MiB) was killed because the memory limit of /small was used up.',
  ],
  clear: [none],
  afterRestart: [none],
  isChange: true,
});

it('counts those that the kernel log does not name', async () => {
  const rig = createKindRig(oomKill);
  await rig.feed({ 'oom-kills': { count: 3, victims: [{ ...python, limited: null }] } });
  expect(rig.changes.map(({ finding }) => finding?.sentence)).toEqual([
    'python3 (20 MiB) was killed because the memory of the machine was used up.',
    '2 processes were killed because memory ran out.',
  ]);
});
