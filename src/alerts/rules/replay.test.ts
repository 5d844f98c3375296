import { describe, expect, it } from 'vitest';
import { Slice } from '../../core/slice.ts';
import { type Recorded, replayRule, type SeriesRule } from './replay.ts';

const MINUTE = 60_000;
const START = 1_795_824_000_000;
const RULE: SeriesRule = {
  thresholds: { careful: null, warning: 80, critical: 90 },
  clear: 77,
  delays: { warningFor: 300, criticalFor: 60, clearFor: 60, warningClear: null, criticalClear: null },
  isLow: false,
};

/** Minutes of these values: `[70, 5]` is five minutes at 70. */
const minutes = (...parts: readonly (readonly [value: number, count: number])[]): Recorded => ({
  from: START,
  step: MINUTE,
  values: Float64Array.from(parts.flatMap(([value, count]) => Array.from({ length: count }, () => value))),
});

/** Begin and end in minutes after the start, level, worst value. */
async function firingsOf(recorded: Recorded, rule: Partial<SeriesRule> = {}) {
  const firings = await replayRule(recorded, { ...RULE, ...rule }, new Slice());
  return firings.map(({ begin, end, state, worst, isFlapping }) => [
    (begin - START) / MINUTE,
    end === null ? null : (end - START) / MINUTE,
    state,
    worst,
    ...(isFlapping ? ['flapping'] : []),
  ]);
}

describe('replay', () => {
  it('notifies of a warning that lasts, and of its end', async () => {
    expect(await firingsOf(minutes([10, 5], [85, 20], [10, 5]))).toEqual([[10, 26, 'WARNING', 85]]);
  });

  it('notifies of nothing that is over before it has lasted', async () => {
    expect(await firingsOf(minutes([10, 5], [85, 4], [10, 30]))).toEqual([]);
  });

  it('notifies of a critical level sooner', async () => {
    expect(await firingsOf(minutes([10, 5], [95, 3], [10, 9]))).toEqual([[6, 9, 'CRITICAL', 95]]);
  });

  it('goes on while a value is between the two thresholds', async () => {
    const parts = [
      [10, 1],
      [85, 10],
      [78, 10],
      [85, 10],
      [10, 5],
    ] as const;
    expect(await firingsOf(minutes(...parts))).toEqual([[6, 32, 'WARNING', 85]]);
    expect(await firingsOf(minutes(...parts), { clear: 80 })).toHaveLength(2);
  });

  it('counts an alert that flaps once', async () => {
    const wave = Array.from({ length: 12 }, () => [
      [85, 6],
      [10, 2],
    ]).flat() as [number, number][];
    const firings = await firingsOf(minutes(...wave, [10, 60]));
    expect(firings.map((firing) => firing.at(-1))).toEqual([85, 85, 85, 'flapping']);
  });

  it('is ongoing at the end of the series', async () => {
    expect(await firingsOf(minutes([10, 5], [85, 20]))).toEqual([[10, null, 'WARNING', 85]]);
  });

  it('has a worst value where it is notified after the last one', async () => {
    expect(await firingsOf(minutes([10, 5], [85, 5], [NaN, 3]))).toEqual([[10, null, 'WARNING', 85]]);
  });

  it('goes on through a short gap, and ends in a long one', async () => {
    expect(await firingsOf(minutes([85, 20], [NaN, 3], [85, 3], [10, 3]))).toEqual([[5, 27, 'WARNING', 85]]);
    expect(await firingsOf(minutes([85, 20], [NaN, 30], [85, 3]))).toEqual([[5, 25, 'WARNING', 85]]);
  });

  it('judges low values', async () => {
    const low = { thresholds: { careful: null, warning: 20, critical: 10 }, clear: 23, isLow: true };
    expect(await firingsOf(minutes([50, 5], [15, 20], [22, 5], [50, 5]), low)).toEqual([
      [10, 31, 'WARNING', 15],
    ]);
  });

  it('has no warning without a threshold of warnings', async () => {
    const rule = { thresholds: { careful: null, warning: null, critical: 90 } };
    expect(await firingsOf(minutes([85, 60], [95, 5], [10, 5]), rule)).toEqual([[61, 66, 'CRITICAL', 95]]);
  });
});
