import { expect, it } from 'vitest';
import { Ring } from '../store/ring.ts';
import { ringPath } from './ring-path.ts';

it('draws what is within the time, gaps open, below a top that is never too low', () => {
  const ring = new Ring(8);
  for (const [time, value] of [
    [0, 900],
    [100, 50],
    [150, 100],
    [200, Number.NaN],
    [300, 0],
  ] as const)
    ring.push(time, value);
  expect(ringPath(ring, 100, 300, 100)).toEqual({ path: 'M0.0 30.0L75.0 0.0M300.0 60.0', most: 100 });
  expect(ringPath(ring, 100, 300, 400).most).toBe(400);
});
