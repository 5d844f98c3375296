import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { isFull } from '../../../test/support/full-run.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serverAt } from '../../../test/support/fake-servers.ts';
import type { FleetOutages } from '../../core/outages.ts';
import { afterPoll, newState, type PollOutcome, type ServerState } from './state.ts';
import { hostOffline } from '../../alerts/failure-rules/host-offline.ts';
import { hostsOffline } from '../../alerts/failure-rules/hosts-offline.ts';
import { watchOutages } from './fleet-outages.ts';

const UP: PollOutcome = { status: 'ONLINE', values: new Map(), ip: '192.0.2.7' };
const DOWN: PollOutcome = { status: 'OFFLINE', reason: 'nothing listens', ip: null };

/** A hub of four hundred servers, of which one fails. */
function watched() {
  const clock = createFakeClock();
  const all: FleetOutages[] = [];
  const asked: string[] = [];
  let after = 60;
  let isObserved = true;
  let isDown = false;
  let states: ServerState[] = Array.from({ length: 400 }, (_, at) =>
    newState(serverAt(at), clock.monotonic()),
  );
  const stop = watchOutages(
    { states: () => states, paceMs: () => 10_000 },
    {
      observes: () => isObserved,
      publish: (_, value) => void all.push(value as FleetOutages),
      optionsOf: () => ({ host_offline_after: after }),
    },
    {
      clock,
      async routeTo(host) {
        asked.push(host);
        return { interface: 'eth0' };
      },
    },
  );
  return {
    all,
    asked,
    stop,
    step: (ms: number) => clock.step(ms),
    set: (seconds: number) => void (after = seconds),
    observe: (value: boolean) => void (isObserved = value),
    fail: () => void (isDown = true),
    confirmed: () => all.at(-1)?.offline.filter(({ isConfirmed }) => isConfirmed) ?? [],
    async run(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 10) {
        states = states.map((state, at) =>
          afterPoll(state, isDown && at === 3 ? DOWN : UP, clock.monotonic()),
        );
        await clock.advance(10_000);
      }
    },
  };
}

it('waits as long as [alerts] says, also after a reload', async () => {
  const { run, fail, set, confirmed } = watched();
  set(300);
  await run(60);
  fail();
  await run(120);
  expect(confirmed()).toEqual([]);
  set(60);
  await run(10);
  expect(confirmed()).toMatchObject([{ hop: { interface: 'eth0' } }]);
});

it('does not take a clock that was set for an outage', async () => {
  const { run, fail, step, confirmed } = watched();
  await run(60);
  fail();
  await run(30);
  step(3 * 3_600_000);
  await run(10);
  expect(confirmed()).toEqual([]);
  step(-6 * 3_600_000);
  await run(40);
  expect(confirmed()).toHaveLength(1);
});

it('days of upgrades, reboots and lost polls are no outage', async () => {
  const clock = createFakeClock();
  const kinds = createKindRig(hostOffline, { others: [hostsOffline] });
  const told: string[] = [];
  let states: ServerState[] = Array.from({ length: 12 }, (_, at) =>
    newState(serverAt(at), clock.monotonic()),
  );
  let latest: FleetOutages | null = null;
  const stop = watchOutages(
    { states: () => states, paceMs: () => 60_000 },
    {
      observes: () => true,
      publish: (_, value) => void (latest = value as FleetOutages),
      optionsOf: () => ({ host_offline_after: 60, host_offline_stopped_after: 900 }),
    },
    { clock, routeTo: async () => null },
  );
  for (let minute = 0; minute < (isFull ? 2 : 1) * 24 * 60; minute += 1) {
    const ofDay = minute % (24 * 60);
    states = states.map((state, at) => {
      // Each is upgraded at night, three at a time, and one reboots for 12 min.
      const begin = 180 + 5 * Math.floor(at / 3);
      const isDown = ofDay >= begin && ofDay < begin + (at % 3 === 0 ? 12 : 2);
      // Two polls in a row are lost every few hours.
      const isLost = (minute + 37 * at) % 200 < 2;
      const next = afterPoll(state, isDown || isLost ? DOWN : UP, clock.monotonic());
      return ofDay === begin ? { ...next, stoppedAt: clock.monotonic() } : next;
    });
    await clock.advance(60_000);
    await kinds.feed({ fleet: latest }, 60);
    told.push(...kinds.notifiedTypes());
  }
  expect(told).toEqual([]);
  // A crash is one.
  for (let minute = 0; minute < 5; minute += 1) {
    states = states.map((state, at) => afterPoll(state, at === 7 ? DOWN : UP, clock.monotonic()));
    await clock.advance(60_000);
    await kinds.feed({ fleet: latest }, 60);
  }
  expect(kinds.notifiedTypes()).toEqual(['begin HOST_OFFLINE_127.0.0.1:7']);
  stop();
});

it('begins when a reload enables what observes it', async () => {
  const { all, run, observe } = watched();
  observe(false);
  all.length = 0;
  await run(60);
  expect(all).toEqual([]);
  observe(true);
  await run(10);
  expect(all).not.toEqual([]);
});

it('looks routes up a few at a time, and seldom', async () => {
  const { asked, run, stop } = watched();
  await run(10);
  expect(asked.length).toBe(100);
  await run(500);
  expect(asked.length).toBe(400);
  await run(200);
  expect(asked.length).toBe(800);
  stop();
  await run(1000);
  expect(asked.length).toBe(800);
});
