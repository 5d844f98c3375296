import { type StoredAlert, STORED_ALERT } from '../../core/alert-policy.ts';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { keyOf } from '../../core/event.ts';
import { type Records, storedAlerts } from './alert-records.ts';
import { createAlertBook } from './book.ts';
import { restored } from './record.ts';
import { goneOf } from './observation.ts';
import { step, stepMoment } from './step.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';
import { isOf } from '../../core/shape-check.ts';
import { restoredPolicy } from './stored-alert.ts';

describe('failures of alert kinds', () => {
  /** A calm with hand-made events. @param queues when the queues of targets have a change */
  const byHand = (seconds = 0, queues: Promise<void> = Promise.resolve()) => {
    const clock = createFakeClock();
    const told: string[] = [];
    const saved: StoredAlert[][] = [];
    let id = 0;
    const delays = { ...PROMPT, warningFor: seconds, criticalFor: seconds };
    const records: Records = new Map();
    const book = createAlertBook({
      records,
      clock,
      keptMs: 0,
      async onAlert({ kind, event }) {
        told.push(`${kind} ${event.type} ${event.end}`);
        await queues;
      },
      onOver: () => {},
      onChange: async () =>
        void saved.push(
          structuredClone([...storedAlerts(records, { time: clock.now(), at: clock.monotonic() })]),
        ),
    });
    const tell = async (
      kind: 'begin' | 'further' | 'end',
      { end = -1, isOld = false, stage = 0 } = {},
      wait = 1,
    ) => {
      const now = { time: clock.now(), at: clock.monotonic() };
      const subject = { plugin: 'mem', field: 'OOM_KILL', identity: null, stat: 'oom_kill' };
      const finding = { kind: 'OOM_KILL', label: null, sentence: 's', details: {}, stage };
      const level = kind === 'end' ? null : 'CRITICAL';
      const seen = { ...goneOf(subject), level, value: 1, finding: level && finding, isClear: null } as const;
      const about = {
        now,
        options: { min_duration: 0, min_interval: 0 },
        nextId: (id += 1),
        message: '',
        isListed: false,
        isOld,
        delaysOf: () => delays,
      };
      const known = book.get(keyOf(subject)) ?? null;
      const stepped = end === -1 ? step(known, seen, about) : stepMoment(known, seen, about);
      if (stepped !== null) book.put(stepped);
      await clock.advance(wait * 1000);
    };
    const load = (stored: readonly StoredAlert[]) => {
      const at = { time: clock.now(), at: clock.monotonic() };
      book.add(
        stored.map((one) =>
          restored(one.saved, one.policy && restoredPolicy(one.saved, one.policy, at), at.time, at),
        ),
      );
    };
    return { load, clock, told, tell, book, saved };
  };

  it('are notified at once unless their kind says otherwise', async () => {
    const prompt = byHand();
    await prompt.tell('begin');
    expect(prompt.told).toHaveLength(1);
    const patient = byHand(30);
    await patient.tell('begin', {}, 29);
    expect(patient.told).toEqual([]);
    await patient.clock.advance(2000);
    expect(patient.told).toHaveLength(1);
  });

  it('that existed before startup are not notified, unless they get worse', async () => {
    const { told, tell } = byHand();
    await tell('begin', { isOld: true }, 100);
    await tell('end', {}, 100);
    expect(told).toEqual([]);
    await tell('begin', { isOld: true }, 100);
    await tell('further', { stage: 1 }, 100);
    expect(told.map((text) => text.split(' ')[0])).toEqual(['begin']);
  });

  it('that come back in a further stage are notified once that has lasted, without any other alert', async () => {
    const { told, tell } = byHand(10);
    await tell('begin', { stage: 1 }, 20);
    await tell('end', {}, 20);
    await tell('begin', { stage: 2 }, 9);
    expect(told).toHaveLength(1);
    await tell('further', { stage: 2 }, 2);
    expect(told.map((text) => text.split(' ')[0])).toEqual(['begin', 'change']);
  });

  it('are what a hub notifies of: those that targets know of, and moments for an hour', async () => {
    const { book, tell, clock } = byHand(5);
    const types = () => book.notified().map(({ event }) => [event.type, event.end === -1]);
    await tell('begin');
    expect(types()).toEqual([]);
    await clock.advance(10_000);
    expect(types()).toEqual([['OOM_KILL', true]]);
    const moments = byHand();
    await moments.tell('begin', { end: 0 });
    expect(moments.book.notified().map(({ event }) => event.end === event.begin)).toEqual([true]);
  });

  it('that are moments have no end, and flap like others', async () => {
    const { told, tell, clock } = byHand();
    for (let i = 0; i < 6; i += 1) await tell('begin', { end: 0 }, 100);
    const start = 1_767_225_600;
    expect(told).toEqual([
      ...[0, 100, 200].map((second) => `begin OOM_KILL ${start + second}`),
      'flapping OOM_KILL -1',
    ]);
    await clock.advance(3_600_000);
    expect(told.slice(4)).toEqual([`end OOM_KILL ${start + 500}`]);
    await tell('begin', { end: 0 });
    expect(told[5]).toMatch(/^begin/);
  });

  it.each([
    ['its begin', [{ end: 0 }], 'begin OOM_KILL 1767225600'],
    ['its flapping', [{ end: 0 }, { end: 0 }, { end: 0 }, { end: 0 }], 'flapping OOM_KILL -1'],
  ])('are notified again by the next agent, unless queues had %s', async (_, moments, expected) => {
    const never = byHand(0, new Promise(() => {}));
    for (const moment of moments) await never.tell('begin', moment, 0);
    const left = never.saved.at(-1) ?? [];
    expect([left.every((one) => isOf(STORED_ALERT, one)), never.told.at(-1)]).toEqual([true, expected]);
    const next = byHand();
    next.load(left);
    await next.clock.advance(1000);
    expect(next.told).toEqual([expected]);
    const third = byHand();
    third.load(next.saved.at(-1) ?? []);
    await third.clock.advance(1000);
    expect(third.told).toEqual([]);
  });
});
