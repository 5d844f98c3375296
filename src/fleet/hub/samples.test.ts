import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serverAt } from '../../../test/support/fake-servers.ts';
import type { SampleSpan } from '../../net/agents/values/extract.ts';
import { History } from '../../core/store/history.ts';
import { takeSamples } from './samples.ts';
import { afterPoll, newState, type PollOutcome, type ServerState } from './state.ts';

const answer = (total: number | string, tookMs = 4): PollOutcome => ({
  status: 'ONLINE',
  ip: null,
  tookMs,
  values: new Map([['cpu_total', { value: total, decoration: 'OK' }]]),
});
const GONE: PollOutcome = { status: 'OFFLINE', reason: 'nothing listens', ip: null };
const [DB, WEB] = [serverAt(1), serverAt(2)];

function rig() {
  const clock = createFakeClock();
  const history = new History(100);
  const states = new Map<string, ServerState>();
  let paceMs = 10_000;
  const poll = (server: typeof DB, outcome: PollOutcome): void => {
    const before = states.get(server.id) ?? newState(server, clock.monotonic());
    states.set(server.id, afterPoll(before, outcome, clock.monotonic()));
  };
  const fleet = { states: () => [...states.values()], paceMs: () => paceMs, refresh: 10 };
  const stop = takeSamples(fleet, history, clock);
  const column = (name: string): number[] => history.window().column(name) ?? [];
  return { clock, history, poll, column, stop, pace: (ms: number) => void (paceMs = ms) };
}

it('takes an answer once, however seldom its server is polled', async () => {
  const { clock, poll, column } = rig();
  poll(DB, answer(12.5));
  await clock.advance(30_000);
  poll(DB, answer(20));
  await clock.advance(10_000);
  expect(column(`${DB.id}_cpu_total`).filter((one) => !Number.isNaN(one))).toEqual([12.5, 20]);
  expect(column(`${DB.id}_status`)).toEqual([1, 1, 1, 1]);
});

it('records what each server answered last, and whether it did', async () => {
  const { clock, poll, column } = rig();
  await clock.advance(10_000);
  poll(DB, answer(12.5));
  poll(WEB, answer('a text'));
  await clock.advance(10_000);
  poll(DB, GONE);
  await clock.advance(10_000);
  poll(DB, answer(20, 7));
  await clock.advance(10_000);
  expect({
    total: column(`${DB.id}_cpu_total`),
    status: column(`${DB.id}_status`),
    took: column(`${DB.id}_answer_time`),
    web: column(`${WEB.id}_status`),
    text: column(`${WEB.id}_cpu_total`),
  }).toEqual({
    total: [12.5, Number.NaN, 20],
    status: [1, 0, 1],
    took: [4, Number.NaN, 7],
    web: [1, 1, 1],
    text: [],
  });
});

it('records average and extremes since the answer before, where the server tells it', async () => {
  const { clock, poll, column } = rig();
  const answered = (span: SampleSpan): void =>
    poll(DB, {
      status: 'ONLINE',
      ip: null,
      values: new Map([['cpu_total', { value: 99, span, decoration: 'OK' }]]),
    });
  answered({ avg: 20, min: 4, max: 99 });
  await clock.advance(10_000);
  // One sample has no extremes.
  answered({ avg: 99, min: 99, max: 99 });
  await clock.advance(10_000);
  expect(column(`${DB.id}_cpu_total`)).toEqual([20, 99]);
  expect(column(`${DB.id}_cpu_total.min`)).toEqual([4, Number.NaN]);
  expect(column(`${DB.id}_cpu_total.max`)).toEqual([99, Number.NaN]);
});

it('goes as fast as the hub polls, and ends', async () => {
  const { clock, history, poll, pace, stop } = rig();
  poll(DB, answer(1));
  await clock.advance(60_000);
  expect(history.end).toBe(6);
  pace(60_000);
  await clock.advance(120_000);
  expect(history.end).toBe(8);
  pace(10_000);
  await clock.advance(10_000);
  expect(history.end).toBe(9);
  stop();
  await clock.advance(60_000);
  expect(history.end).toBe(9);
});

it('a value that an answer lacked is a gap, and recent numbers continue from the run before', () => {
  const first = afterPoll(newState(DB, 0), answer(3), 1000, (id, key) =>
    id === DB.id && key === 'cpu_total' ? [1, 2] : [],
  );
  expect(first.readings.get('cpu_total')?.recent).toEqual([1, 2, 3]);
  expect(afterPoll(first, answer(4), 2000, () => [9]).readings.get('cpu_total')?.recent).toEqual([
    1, 2, 3, 4,
  ]);
});
