import { expect, it } from 'vitest';
import { beginOf, gapsOf } from './gaps.ts';

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
  expect(gapsOf({ window: { from: 100_000, to: 900_000 }, now: 800_000, begin, marks })).toEqual([
    { from: 100_000, to: 200_000, reason: 'kept since then' },
    { from: 300_000, to: 350_000, reason: 'the agent was not running' },
    { from: 400_000, to: 450_000, reason: 'the history on disk was paused: the disk is full' },
    { from: 805_000, to: 900_000, reason: 'not yet' },
  ]);
  expect(gapsOf({ window: { from: 500_000, to: 590_000 }, now: 800_000, begin, marks })).toEqual([]);
  expect(gapsOf({ window: { from: 320_000, to: 340_000 }, now: 800_000, begin: null, marks })).toEqual([
    { from: 320_000, to: 340_000, reason: 'the agent was not running' },
  ]);
});

it('a pause ends with the agent, too', () => {
  const marks = [
    { kind: 'paused', time: 100_000 },
    { kind: 'start', time: 150_000 },
    { kind: 'off', time: 200_000 },
    { kind: 'killed', time: 250_000 },
  ];
  const window = { from: 0, to: 300_000 };
  expect(gapsOf({ window, now: 800_000, begin: null, marks })).toEqual([
    { from: 200_000, to: 250_000, reason: 'the history on disk was off' },
    { from: 100_000, to: 150_000, reason: 'the history on disk was paused' },
  ]);
});

it('a record begins with the history on disk, or with what is in memory where there is none', () => {
  const oldest = Date.UTC(2026, 0, 2, 3, 4);
  const kept = { state: 'ok', reason: null, oldest } as const;
  const begin = { time: oldest, reason: 'the history on disk begins 2026-01-02 03:04' };
  expect(beginOf(kept, null)).toEqual(begin);
  // The last minutes come from memory, as they are not on disk yet.
  expect(beginOf(kept, oldest / 1000 + 60)).toEqual(begin);
  expect(beginOf(kept, oldest / 1000 - 60)).toEqual({
    time: oldest - 60_000,
    reason: 'the history on disk begins 2026-01-02 03:03',
  });
  expect(beginOf({ ...kept, oldest: null }, 60)?.time).toBe(60_000);
  expect(beginOf({ ...kept, oldest: null }, null)).toBe(null);
  const off = { state: 'off', reason: '--disable-archive', oldest: null } as const;
  expect(beginOf(off, 1000)).toEqual({
    time: 1_000_000,
    reason: 'only memory is kept: no history on disk (--disable-archive)',
  });
  expect(beginOf(off, null)).toBe(null);
  expect(beginOf(null, 1000)).toBe(null);
});
