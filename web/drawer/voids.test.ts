import { expect, it } from 'vitest';
import { voidsOf } from './voids.ts';

it('stretches without a record are named with their reasons', () => {
  const marks = [
    { kind: 'killed', time: 300_000 },
    { kind: 'start', time: 350_000 },
    { kind: 'clock', time: 360_000 },
    { kind: 'paused', time: 400_000, detail: 'the disk is full' },
    { kind: 'resumed', time: 450_000 },
    { kind: 'stop', time: 600_000 },
  ];
  const begin = { time: 200_000, reason: 'kept since then' };
  expect(voidsOf({ window: { from: 100_000, to: 900_000 }, now: 800_000, begin, marks })).toEqual([
    { from: 100_000, to: 200_000, reason: 'kept since then' },
    { from: 300_000, to: 350_000, reason: 'the agent was not running' },
    { from: 400_000, to: 450_000, reason: 'the history on disk was paused: the disk is full' },
    { from: 805_000, to: 900_000, reason: 'not yet' },
  ]);
  expect(voidsOf({ window: { from: 500_000, to: 590_000 }, now: 800_000, begin, marks })).toEqual([]);
  expect(voidsOf({ window: { from: 320_000, to: 340_000 }, now: 800_000, begin: null, marks })).toEqual([
    { from: 320_000, to: 340_000, reason: 'the agent was not running' },
  ]);
});
