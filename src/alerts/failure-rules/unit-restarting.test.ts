import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { unitRestarting } from './unit-restarting.ts';

const web = (restarts: number | null) => ({
  units: [{ name: 'web.service', active_state: 'activating', restarts, result: 'exit-code', exit_code: 1 }],
});

testKind(unitRestarting, {
  fine: web(5),
  raise: [web(6), web(7), web(8)],
  is: [
    'UNIT_RESTARTING_WEB.SERVICE',
    'WARNING',
    'web.service has restarted 3 times in ten minutes: exit code 1.',
  ],
  clear: [
    [web(8), 300],
    [web(8), 300],
    [web(8), 2],
  ],
  gone: [{ units: [] }],
  isChange: true,
});

it('counts restarts of ten minutes, however many a reading has missed', async () => {
  const rig = createKindRig(unitRestarting);
  await rig.feed(web(5));
  await rig.feed(web(7), 601);
  await rig.feed(web(9));
  expect(rig.told()).toEqual([]);
  await rig.feed(web(11));
  expect(rig.told()).toEqual(['begin UNIT_RESTARTING_WEB.SERVICE']);
});

it('begins anew when somebody starts the unit, which sets the total to zero', async () => {
  const rig = createKindRig(unitRestarting);
  for (const restarts of [5, 6, 7, 0, 1, 2]) await rig.feed(web(restarts));
  expect(rig.told()).toEqual([]);
  for (const restarts of [3, 0]) await rig.feed(web(restarts));
  expect(rig.told()).toEqual(['begin UNIT_RESTARTING_WEB.SERVICE', 'end UNIT_RESTARTING_WEB.SERVICE']);
});

it('lasts while the unit restarts now and then', async () => {
  const rig = createKindRig(unitRestarting);
  for (const restarts of [0, 1, 2, 3]) await rig.feed(web(restarts));
  expect(rig.told()).toEqual(['begin UNIT_RESTARTING_WEB.SERVICE']);
  for (const restarts of [4, 5, 6]) await rig.feed(web(restarts), 599);
  expect(rig.told()).toEqual([]);
});
