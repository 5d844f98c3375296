import { expect, it } from 'vitest';
import { containerState } from '../../../test/support/container-states.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { containerUnhealthy } from './container-unhealthy.ts';

const web = (health: string, streak: number, more: object = {}) => ({
  containerstates: [containerState({ status: health, health, failing_streak: streak, ...more })],
});
const fine = web('healthy', 0);

testKind(containerUnhealthy, {
  fine,
  raise: [web('unhealthy', 3)],
  is: ['CONTAINER_UNHEALTHY_WEB', 'CRITICAL', 'web is unhealthy: its health checks fail.'],
  clear: [fine],
  gone: [{ containerstates: [] }],
  unreadable: [web('unhealthy', 3, { known: false })],
});

it('waits for a second failure where the engine does not', async () => {
  const rig = createKindRig(containerUnhealthy);
  await rig.feed(fine);
  await rig.feed(web('unhealthy', 1));
  expect(rig.told()).toEqual([]);
  await rig.feed(web('unhealthy', 2));
  expect(rig.told()).toEqual(['begin CONTAINER_UNHEALTHY_WEB']);
  await rig.feed(web('unhealthy', 2, { running: false }));
  expect(rig.told()).toEqual(['end CONTAINER_UNHEALTHY_WEB']);
});

it('is silent about failures that the engine still tolerates', async () => {
  const rig = createKindRig(containerUnhealthy);
  await rig.feed(fine);
  for (const state of ['healthy', 'starting']) await rig.feed(web(state, 4));
  expect(rig.told()).toEqual([]);
});
