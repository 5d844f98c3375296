import { describe, expect, it } from 'vitest';
import { largestShares } from './cpu-shares.ts';

describe('the largest shares of CPU time', () => {
  it.each([
    [{ user: 5, system: 3, nice: 79, iowait: 2, irq: 0, steal: 0 }, 'user system nice'],
    [{ user: 1, system: 6, nice: 0, iowait: 40, irq: 12, steal: 30 }, 'steal irq iowait'],
    // Nearly idle: names stay as usual.
    [{ user: 0.2, system: 0.1, nice: 0.9, iowait: 0, irq: 0.4, steal: 0 }, 'user system iowait'],
    [{ user: 12, system: 4, iowait: null }, 'user system iowait'],
    [null, 'user system iowait'],
  ])('of %j', (cpu, fields) => {
    expect(
      largestShares(cpu)
        .map(({ field }) => field)
        .join(' '),
    ).toBe(fields);
  });
});
