import { expect, it } from 'vitest';
import { containerState, crashedContainer } from '../../../test/support/container-states.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { containerDown } from './container-down.ts';

const states = (...containerstates: object[]) => ({ containerstates });
const fine = states(containerState());
const BEGUN = ['begin CONTAINER_DOWN_WEB'];

testKind(containerDown, {
  fine,
  // The engine's report after the end arrives first.
  raise: [states(crashedContainer({ planned: null })), states(crashedContainer())],
  is: ['CONTAINER_DOWN_WEB', 'WARNING', 'web exited with code 1 after 2 h.'],
  clear: [fine],
  gone: [states()],
  unreadable: [states(crashedContainer({ known: false }))],
});

it.each([
  ['is killed', { exit_code: 137, reason: 'SIGKILL' }, 'was killed by SIGKILL after 2 h.'],
  ['runs out of memory', { exit_code: 137, reason: 'OOM' }, 'ran out of memory and was killed after 2 h.'],
  [
    'loses a part of it to that',
    { exit_code: 0, reason: 'OOM' },
    'ran out of memory and was killed after 2 h.',
  ],
  ['is given up', { started: 1_767_225_600, restarts: 5 }, 'exited with code 1 after 2 s.'],
])('reports a container that %s', async (_, how, sentence) => {
  const rig = createKindRig(containerDown);
  await rig.feed(fine);
  await rig.feed(states(crashedContainer({ alias: 'Shop', ...how })));
  expect(rig.changes.map(({ finding }) => finding?.sentence)).toEqual([`Shop ${sentence}`]);
});

it.each([
  ['was stopped', { planned: true }],
  ['was stopped, and had to be killed', { planned: true, exit_code: 137, reason: 'SIGKILL' }],
  ['was stopped by SIGTERM', { exit_code: 143, reason: 'SIGTERM' }],
  ['has done its work', { exit_code: 0 }],
  ['ended at once', { started: 1_767_225_543 }],
  ['ended nobody knows why', { planned: null }],
  ['is started again', { running: true, status: 'restarting', ended: null }],
  ['is one of LXD', { exit_code: null, reason: null, planned: null, engine: 'lxd' }],
])('is silent about a container that %s', async (_, how) => {
  const rig = createKindRig(containerDown);
  await rig.feed(fine);
  await rig.feed(states(crashedContainer(how)));
  expect(rig.told()).toEqual([]);
});

it('goes on while it is not known whether somebody stopped it, as after a restart of the agent', async () => {
  const rig = createKindRig(containerDown);
  await rig.feed(fine);
  await rig.feed(states(crashedContainer()));
  expect(rig.told()).toEqual(BEGUN);
  const next = rig.restart(7200);
  await next.feed(states(crashedContainer({ planned: null })));
  await next.feed(states(crashedContainer({ planned: null })), 90_000);
  expect(next.told()).toEqual(['continue CONTAINER_DOWN_WEB']);
  await next.feed(states());
  expect(next.told()).toEqual(['end CONTAINER_DOWN_WEB']);
});

it('reports no end of before the agent as news, however late its events come', async () => {
  const rig = createKindRig(containerDown);
  await rig.feed(states(crashedContainer({ ended: 1_767_225_000, planned: null })));
  await rig.feed(states(crashedContainer({ ended: 1_767_225_000 })));
  expect(rig.told()).toEqual([]);
  await rig.feed(fine);
  await rig.feed(states(crashedContainer()));
  expect(rig.told()).toEqual(BEGUN);
});

it('raises nothing while an engine stops and starts with its containers', async () => {
  const rig = createKindRig(containerDown);
  await rig.feed(fine);
  await rig.feed(states(containerState({ known: false })), 60);
  await rig.feed(states(crashedContainer({ exit_code: 137, reason: 'SIGKILL', planned: null })));
  await rig.feed(states(crashedContainer({ exit_code: 137, reason: 'SIGKILL', planned: true })));
  await rig.feed(fine);
  expect(rig.told()).toEqual([]);
});
