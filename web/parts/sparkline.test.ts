import { describe, expect, it } from 'vitest';
import { Ring } from '../store/ring.ts';
import { lookOf } from './sparkline.ts';

describe('the look of a sparkline', () => {
  // A pixel is 3 s wide, and 10 high.
  const size = { width: 100, height: 20, max: 200, span: 300_000 };
  const ring = (): Ring => {
    const made = new Ring(200);
    for (let time = 0; time <= 300_000; time += 1000) made.push(time, 50);
    return made;
  };
  const look = (change: (to: Ring) => void): readonly number[] => {
    const changed = ring();
    change(changed);
    return lookOf(changed, size);
  };
  const before = lookOf(ring(), size);

  it('is the same as long as nothing moves by a pixel', () => {
    expect(look((to) => to.push(302_000, 52))).toEqual(before);
  });

  it.each([
    ['time passes', (to: Ring) => to.push(303_000, 50)],
    ['the value rises', (to: Ring) => to.push(301_000, 60)],
    ['the value is missing', (to: Ring) => to.push(301_000, Number.NaN)],
    ['its past is there', (to: Ring) => to.merge([[-1000, 10]])],
  ])('is another one when %s', (_name, change) => {
    expect(look(change)).not.toEqual(before);
  });

  it('is compared by values that are equal to themselves', () => {
    const missing = look((to) => to.push(301_000, Number.NaN));
    expect(look((to) => to.push(301_000, Number.NaN)).every((one, at) => Object.is(one, missing[at]))).toBe(
      true,
    );
  });
});
