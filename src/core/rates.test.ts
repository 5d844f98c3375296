import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ability, Counter, type CounterStep } from './rates.ts';

const ABILITY: Ability = { wrap: Number.POSITIVE_INFINITY, fastest: 1e12, most: 1e12 };

/** Steps through kernel values, one every `seconds`. */
function follow(raws: readonly number[], ability: Partial<Ability> = {}, seconds = 2): CounterStep[] {
  const counter = new Counter();
  return raws.map((raw) => counter.step([raw], seconds, { ...ABILITY, ...ability }));
}

const increases = (steps: readonly CounterStep[]) => steps.map(({ increase }) => increase);
const gauges = (steps: readonly CounterStep[]) => steps.map(({ gauge }) => gauge);

describe('a counter', () => {
  it('shows the first sight as no increase, and not as a measurement', () => {
    expect(follow([5000])).toEqual([{ increase: 0, gauge: 5000, rate: 0, measured: false, fault: null }]);
  });

  it('gives the increase and the rate per second, rounded down', () => {
    expect(follow([100, 107])[1]).toMatchObject({ increase: 7, gauge: 107, rate: 3, measured: true });
  });

  it('measures a counter that stands still', () => {
    expect(follow([100, 100])[1]).toMatchObject({ increase: 0, gauge: 100, rate: 0, measured: true });
  });

  it('takes a restart as counted from 0', () => {
    const steps = follow([5000, 10, 30]);
    expect(gauges(steps)).toEqual([5000, 5010, 5030]);
    expect(increases(steps)).toEqual([0, 10, 20]);
  });

  it('adds up several resets', () => {
    expect(gauges(follow([100, 10, 5]))).toEqual([100, 110, 115]);
  });

  it('of 32 bits wraps from the top eighth of its range to the bottom eighth', () => {
    const raws = [4_294_967_000, 4_294_967_200, 104, 304];
    expect(increases(follow(raws, { wrap: 2 ** 32 }))).toEqual([0, 200, 200, 200]);
    expect(increases(follow(raws))).toEqual([0, 200, 104, 200]);
  });

  it.each([
    ['below the top eighth', [3_700_000_000, 100]],
    ['to above the bottom eighth', [4_294_967_000, 600_000_000]],
    ['from above its range', [5_000_000_000, 100]],
  ])('of 32 bits does not wrap %s', (_, raws) => {
    expect(follow(raws, { wrap: 2 ** 32 })[1]).toMatchObject({ increase: raws[1], measured: true });
  });

  it('measures nothing when it falls to more than it can have counted since, and keeps its sum', () => {
    const steps = follow([5_000_000_000, 4_999_000_000, 4_999_000_700], { fastest: 125e6 });
    expect(steps[1]).toEqual({
      increase: null,
      gauge: 5_000_000_000,
      rate: null,
      measured: false,
      fault: [5_000_000_000, 4_999_000_000],
    });
    expect(steps[2]).toMatchObject({ increase: 700, gauge: 5_000_000_700, rate: 350, measured: true });
  });

  it('takes the return from a fall to its old value as no increase', () => {
    const steps = follow([5_000_000_000, 0, 5_000_000_500, 5_000_000_600], { fastest: 125e6 });
    expect(increases(steps)).toEqual([0, 0, null, 0]);
    expect(gauges(steps)).toEqual([5e9, 5e9, 5e9, 5e9]);
  });

  it('takes an increase beyond every machine as no measurement, and begins anew', () => {
    const steps = follow([1000, 2 ** 62, 1100, 1200]);
    expect(increases(steps)).toEqual([0, null, 0, 100]);
    expect(gauges(steps)).toEqual([1000, 1000, 1000, 1100]);
  });

  it('counts nothing on the way from zero', () => {
    expect(follow([0, 900, 910])).toMatchObject([
      { increase: 0, gauge: 0, rate: 0, measured: false },
      { increase: 0, gauge: 900, rate: 0, measured: true },
      { increase: 10, gauge: 910, rate: 5, measured: true },
    ]);
  });

  it('does not fall to zero when the kernel counter does', () => {
    const steps = follow([100, 0, 4]);
    expect(increases(steps)).toEqual([0, 0, 4]);
    expect(gauges(steps)).toEqual([100, 100, 104]);
  });

  it('adds up the increases of its parts, of which one may wrap', () => {
    const counter = new Counter();
    const ability = { ...ABILITY, wrap: 2 ** 32 };
    counter.step([7, 4_294_967_200], 2, ability);
    expect(counter.step([17, 104], 2, ability)).toMatchObject({ increase: 210, gauge: 4_294_967_417 });
  });

  it('keeps its sum over a sample without a value, and counts nothing over it', () => {
    const counter = new Counter();
    counter.step([100], 2, ABILITY);
    counter.skip();
    expect(counter.step([900], 2, ABILITY)).toMatchObject({ increase: 0, gauge: 100, measured: false });
    expect(counter.step([905], 2, ABILITY)).toMatchObject({ increase: 5, gauge: 105 });
  });

  it('never lets the gauge fall, and the increases add up to its growth', () => {
    const raws = fc.array(fc.nat({ max: 2 ** 32 }), { minLength: 1, maxLength: 50 });
    const abilities = fc.record({
      bits: fc.constantFrom(32 as const, 64 as const),
      fastest: fc.nat(2 ** 32),
    });
    fc.assert(
      fc.property(raws, abilities, (values, ability) => {
        const steps = follow(values, ability);
        const counted = steps.slice(steps.findIndex((step) => step.gauge > 0));
        const [first, last] = [counted[0], counted.at(-1)];
        const sum = counted.slice(1).reduce((total, step) => total + (step.increase ?? 0), 0);
        expect(sum).toBe((last?.gauge ?? 0) - (first?.gauge ?? 0));
        for (const [index, { increase, gauge, rate }] of steps.entries()) {
          expect(gauge).toBeGreaterThanOrEqual(steps[index - 1]?.gauge ?? 0);
          expect(increase ?? 0).toBeGreaterThanOrEqual(0);
          expect(rate).toBe(increase === null ? null : Math.floor(increase / 2));
        }
      }),
    );
  });
});
