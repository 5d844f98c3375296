import { describe, expect, it } from 'vitest';
import { createEventRig, type EventRig, verdict } from '../../../test/support/event-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';
import { newPolicy } from './policy.ts';
import { storedPolicy } from './stored-alert.ts';
import type { EventOptions, SavedEvent } from '../../core/event.ts';
import type { PastAlerts } from '../../core/alert-policy.ts';

const MINUTE = 60_000;

/** The state that an agent ending now leaves behind, as the journal keeps it. */
function leave({ changes, clock, events }: EventRig): PastAlerts {
  const saved = new Map<number, SavedEvent>();
  for (const { kind: _, dropped, ...event } of changes) {
    if (dropped) saved.delete(event.id);
    else saved.set(event.id, event);
  }
  for (const lasting of events.lasting()) saved.set(lasting.id, lasting);
  const newestFirst = [...saved.values()].sort((a, b) => b.id - a.id);
  return { events: newestFirst, alerts: [], lastId: Math.max(0, ...saved.keys()), stoppedAt: clock.now() };
}

/** An agent started this long after another one's end. */
function restart(before: EventRig, pauseMs: number, options: Partial<EventOptions> = {}): EventRig {
  return createEventRig(options, true, leave(before), createFakeClock(before.clock.now() + pauseMs));
}

async function inAlarm(): Promise<EventRig> {
  const rig = createEventRig();
  await rig.levels('WARNING', 'OK', 'OK', 'OK', 'OK');
  await rig.levels('WARNING', 'CRITICAL', 'WARNING', 'WARNING');
  return rig;
}

it('an event has its newest value at WARNING or above, and the threshold of that level, also after a restart', async () => {
  const rig = await inAlarm();
  const readings = rig.changes.map(({ kind, reading }) => [kind, reading?.value, reading?.threshold]);
  expect(readings).toContainEqual(['begin', 80, 70]);
  expect(readings).toContainEqual(['level', 95, 90]);
  const after = restart(rig, MINUTE);
  await after.levels('OK');
  expect(after.changes.at(-1)).toMatchObject({
    kind: 'end',
    reading: { value: 80, threshold: 70, unit: 'percent' },
  });
});

describe('an event that lasted when the agent ended', () => {
  it('goes on with its number, begin and values; nobody is told of an end', async () => {
    const before = await inAlarm();
    const [open] = before.events.lasting();
    const after = restart(before, MINUTE);
    await after.levels('WARNING');
    expect(after.told()).toEqual(['continue CPU_TOTAL']);
    expect(after.list()[0]).toMatchObject({
      begin: open?.event.begin,
      end: -1,
      state: 'CRITICAL',
      max: 95,
      count: (open?.event.count ?? 0) + 1,
    });
    await after.levels('OK');
    expect(after.told()).toEqual(['end CPU_TOTAL']);
    expect(after.changes.map(({ id }) => id)).toEqual([open?.id, open?.id]);
  });

  it('has ended when the agent did, where the value is fine', async () => {
    const before = await inAlarm();
    const stoppedAt = before.clock.now();
    const after = restart(before, MINUTE);
    await after.levels('OK', 'OK');
    expect(after.told()).toEqual(['end CPU_TOTAL']);
    expect(after.list()[0]?.end).toBe(stoppedAt / 1000);
  });

  it('stays hidden when it was cleared, before or after the restart', async () => {
    const before = createEventRig();
    await before.levels('WARNING', 'WARNING', 'WARNING');
    const open = restart(before, MINUTE);
    open.events.clear('all');
    before.events.clear('all');
    for (const after of [open, restart(before, MINUTE)]) {
      await after.levels('WARNING');
      expect([after.list(), after.told()]).toEqual([[], ['continue CPU_TOTAL']]);
      await after.levels('CRITICAL');
      expect(after.list()).toMatchObject([{ state: 'CRITICAL', count: 5 }]);
    }
  });

  it('is waited for while its value is not known, but not for ever', async () => {
    const before = await inAlarm();
    const after = restart(before, MINUTE);
    await after.feed('cpu', { level: 'OK', field: 'other' });
    await after.feed('mem', { level: 'OK' });
    expect(after.told()).toEqual([]);
    expect(after.events.lasting()).toHaveLength(1);
    expect(after.events.recent()[0]?.event.end).toBe(-1);
    await after.levels('CRITICAL');
    expect(after.told()).toEqual(['continue CPU_TOTAL']);

    const never = restart(before, MINUTE);
    await never.clock.advance(4 * MINUTE - 1);
    expect(never.told()).toEqual([]);
    await never.clock.advance(1);
    expect(never.told()).toEqual(['end CPU_TOTAL']);
    expect(never.events.lasting()).toEqual([]);
  });

  it('is over after a longer pause: the alarm begins another one', async () => {
    const before = await inAlarm();
    const after = restart(before, 6 * MINUTE);
    await after.clock.advance(0);
    await after.levels('WARNING');
    expect(after.told()).toEqual(['end CPU_TOTAL', 'begin CPU_TOTAL']);
    expect(after.changes.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('goes on after any pause that min_interval spans', async () => {
    const after = restart(await inAlarm(), 60 * MINUTE, { min_interval: 7200 });
    await after.levels('WARNING');
    expect(after.told()).toEqual(['continue CPU_TOTAL']);
  });

  it('survives a clock that was set back', async () => {
    const after = restart(await inAlarm(), -24 * 60 * MINUTE);
    await after.levels('WARNING');
    expect(after.told()).toEqual(['continue CPU_TOTAL']);
  });

  it('survives agents that end before anything is known', async () => {
    let rig = await inAlarm();
    const [open] = rig.events.lasting();
    for (let times = 0; times < 3; times += 1) {
      const { changes } = rig;
      rig = restart(rig, 1000);
      rig.changes.unshift(...changes);
      await rig.clock.advance(500);
    }
    await rig.levels('WARNING');
    expect(rig.changes.at(-1)).toMatchObject({ kind: 'continue', id: open?.id });
  });
});

describe('events that had ended', () => {
  it('are in the list again, and numbers go on', async () => {
    const rig = createEventRig();
    await rig.levels('WARNING', 'WARNING', 'WARNING', 'WARNING', 'OK');
    const after = restart(rig, 10 * MINUTE);
    await after.clock.advance(0);
    expect(after.list()).toEqual(rig.list());
    after.events.take('mem', [verdict('mem', { level: 'WARNING' })], after.clock.now());
    expect(after.changes.at(-1)).toMatchObject({ kind: 'begin', id: 2 });
    after.events.clear('all');
    expect(after.list()).toEqual([]);
  });

  it('are no more than the list holds', async () => {
    const rig = createEventRig({ min_interval: 0, max_events: 10 });
    for (let count = 0; count < 5; count += 1)
      await rig.levels('WARNING', 'WARNING', 'WARNING', 'WARNING', 'OK', 'OK');
    const after = restart(rig, MINUTE, { max_events: 2 });
    await after.clock.advance(0);
    expect(after.list()).toEqual(rig.list().slice(0, 2));
  });
});

describe('events of the agent before that become known late', () => {
  it('go on, end or join the list as at a start; an alarm that has begun again is told of once', async () => {
    const before = await inAlarm();
    await before.feed('mem', { level: 'WARNING' });
    const past = leave(before);
    const lastId = Math.floor(before.clock.now() / 1000);
    const late = createEventRig(
      {},
      true,
      { events: [], alerts: [], lastId, stoppedAt: 0 },
      createFakeClock(before.clock.now() + MINUTE),
    );
    await late.levels('WARNING', 'WARNING');
    expect(late.changes.map(({ kind, id }) => [kind, id])).toEqual([['begin', lastId + 1]]);
    late.events.restore(past);
    const [mem, cpu] = past.events;
    expect(late.changes.at(-1)).toMatchObject({
      kind: 'end',
      id: cpu?.id,
      event: { end: past.stoppedAt / 1000 },
    });
    expect(late.events.lasting().map(({ id }) => id)).toEqual([lastId + 1, mem?.id]);
    await late.feed('mem', { level: 'WARNING' });
    expect(late.changes.at(-1)).toMatchObject({ kind: 'continue', id: mem?.id });
    await late.levels('OK');
    expect(late.changes.at(-1)).toMatchObject({ kind: 'end', id: lastId + 1 });
    expect(late.list()).toHaveLength(past.events.length + 1);
    expect(late.list()[0]).toMatchObject({ type: 'CPU_TOTAL', count: 2 });
  });

  it('are not notified again where the agent before has notified of an alarm that has begun again', async () => {
    const past = leave(await inAlarm());
    const late = createEventRig({}, true, null, createFakeClock(past.stoppedAt + MINUTE));
    const { clock, events } = late;
    const delays = { ...PROMPT, warningFor: 300, criticalFor: 300 };
    events.take('cpu', [{ ...verdict('cpu', { level: 'WARNING' }), delays }], clock.now());
    const [cpu] = past.events;
    const at = { time: clock.now(), at: clock.monotonic() };
    const told = { ...newPolicy(cpu!, 0), phase: 'told', told: 'CRITICAL', clearSince: null } as const;
    events.restore({ ...past, alerts: [{ saved: cpu!, policy: storedPolicy(told, at) }] });
    await late.levels('CRITICAL');
    expect(events.notified()).toMatchObject([
      { id: cpu?.id, event: { begin: cpu?.event.begin, count: (cpu?.event.count ?? 0) + 2 } },
    ]);
    expect(events.lasting()).toHaveLength(1);
  });
});
