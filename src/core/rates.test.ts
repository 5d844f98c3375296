import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Counter, type CounterStep } from './rates.ts';

/** Steps through kernel values, one every `seconds`. */
function follow(raws: readonly number[], seconds = 2): CounterStep[] {
  const counter = new Counter();
  return raws.map((raw) => counter.step(raw, seconds));
}

describe('a counter', () => {
  it('shows the first sight as no increase, and not as a measurement', () => {
    expect(follow([5000])).toEqual([{ increase: 0, gauge: 5000, rate: 0, measured: false }]);
  });

  it('gives the increase and the rate per second, rounded down', () => {
    expect(follow([100, 107])[1]).toEqual({ increase: 7, gauge: 107, rate: 3, measured: true });
  });

  it('measures a counter that stands still', () => {
    expect(follow([100, 100])[1]).toEqual({ increase: 0, gauge: 100, rate: 0, measured: true });
  });

  it('takes a value below its predecessor as a wrap or a reset and adds the predecessor for good', () => {
    const steps = follow([4_294_967_290, 10, 30]);
    expect(steps.map((step) => step.gauge)).toEqual([4_294_967_290, 4_294_967_300, 4_294_967_320]);
    expect(steps.map((step) => step.increase)).toEqual([0, 10, 20]);
  });

  it('adds up several resets', () => {
    expect(follow([100, 10, 5]).map((step) => step.gauge)).toEqual([100, 110, 115]);
  });

  it('counts nothing on the way from zero', () => {
    expect(follow([0, 900, 910])).toEqual([
      { increase: 0, gauge: 0, rate: 0, measured: false },
      { increase: 0, gauge: 900, rate: 0, measured: true },
      { increase: 10, gauge: 910, rate: 5, measured: true },
    ]);
  });

  it('does not fall to zero when the kernel counter does', () => {
    expect(follow([100, 0, 4]).map((step) => [step.increase, step.gauge])).toEqual([
      [0, 100],
      [0, 100],
      [4, 104],
    ]);
  });

  it('never lets the gauge fall, and the increases add up to its growth', () => {
    const raws = fc.array(fc.nat({ max: 2 ** 32 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(raws, (values) => {
        const steps = follow(values);
        const counted = steps.slice(steps.findIndex((step) => step.gauge > 0));
        const [first, last] = [counted[0], counted.at(-1)];
        const sum = counted.slice(1).reduce((total, step) => total + step.increase, 0);
        expect(sum).toBe((last?.gauge ?? 0) - (first?.gauge ?? 0));
        for (const [index, step] of steps.entries()) {
          expect(step.gauge).toBeGreaterThanOrEqual(steps[index - 1]?.gauge ?? 0);
          expect(step.increase).toBeGreaterThanOrEqual(0);
          expect(step.rate).toBe(Math.floor(step.increase / 2));
        }
      }),
    );
  });
});
