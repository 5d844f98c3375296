import { expect, it } from 'vitest';
import { containerState } from '../../../test/support/container-states.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { containerRestarting } from './container-restarting.ts';

const web = (restarts: number, more: object = {}) => ({
  containerstates: [containerState({ restarts, ...more })],
});
const fine = web(2);
const BEGUN = ['begin CONTAINER_RESTARTING_WEB'];

testKind(containerRestarting, {
  fine,
  raise: [web(3), web(4), web(5)],
  is: ['CONTAINER_RESTARTING_WEB', 'CRITICAL', 'web restarts over and over: 3 times within 10 min.'],
  clear: [[web(5), 598], web(5)],
  gone: [{ containerstates: [] }],
  unreadable: [web(5, { known: false })],
  isChange: true,
  afterRestart: [web(8)],
});

it('is silent about restarts that are rare, on request, or of before', async () => {
  const rig = createKindRig(containerRestarting);
  await rig.feed(web(40));
  for (let restarts = 41; restarts < 46; restarts += 1) await rig.feed(web(restarts), 400);
  // Started on request, which sets the number to nothing.
  for (const restarts of [0, 1, 0, 1]) await rig.feed(web(restarts));
  expect(rig.told()).toEqual([]);
});

it('counts restarts of a time in which nobody looked', async () => {
  const rig = createKindRig(containerRestarting);
  await rig.feed(fine);
  await rig.feed(web(2, { known: false }), 300);
  await rig.feed(web(9));
  expect(rig.told()).toEqual(BEGUN);
  expect(rig.ongoing()[0]?.finding?.details).toMatchObject({ restarts: 7, engine: 'docker' });
});

it('ends ten minutes after the last restart, also where the agent was started in between', async () => {
  const rig = createKindRig(containerRestarting);
  await rig.feed(fine);
  await rig.feed(web(5));
  await rig.feed(web(6), 300);
  expect(rig.told()).toEqual(BEGUN);
  const next = rig.restart(100);
  await next.feed(web(6), 190);
  expect(next.told()).toEqual(['continue CONTAINER_RESTARTING_WEB']);
  await next.feed(web(6), 12);
  await next.feed(web(6));
  expect(next.told()).toEqual(['end CONTAINER_RESTARTING_WEB']);
});
