import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedUp, cpuUsage, timeBetween } from './cpu-usage.ts';
import type { CpuTimes } from './stat.ts';

const NAMES = 'user nice system idle iowait irq softirq steal guest guestNice'.split(' ');
const all = <T>(value: T): Record<keyof CpuTimes, T> =>
  Object.fromEntries(NAMES.map((name) => [name, value])) as Record<keyof CpuTimes, T>;
const times = (some: Partial<CpuTimes>): CpuTimes => ({ ...all(0), ...some });
const usageBetween = (before: CpuTimes, after: CpuTimes) => cpuUsage(timeBetween(before, after));

describe('cpuUsage', () => {
  it('divides the increase by the time that passed', () => {
    const before = times({ user: 100, idle: 1000, iowait: 10 });
    const after = times({ user: 130, system: 10, idle: 1050, iowait: 20 });
    expect(usageBetween(before, after)).toMatchObject({
      user: 30,
      system: 10,
      idle: 50,
      iowait: 10,
      total: 40,
      busy: 50,
    });
  });

  it('does not count guest time twice', () => {
    const usage = cpuUsage(times({ user: 50, guest: 40, nice: 10, guestNice: 10, idle: 40 }));
    expect(usage).toMatchObject({ user: 50, guest: 40, nice: 10, guestNice: 10, idle: 40, total: 60 });
  });

  it('is right for windows shorter than a second', () => {
    expect(cpuUsage(times({ user: 1, idle: 2 }))).toMatchObject({ user: 33.3, idle: 66.7, total: 33.3 });
  });

  it('takes columns that went back as unchanged', () => {
    const usage = usageBetween(times({ iowait: 90, idle: 0 }), times({ iowait: 80, idle: 10, user: 10 }));
    expect(usage).toMatchObject({ iowait: 0, idle: 50, user: 50 });
  });

  it('is unknown when no time was counted', () => {
    const usage = usageBetween(times({ user: 5 }), times({ user: 5 }));
    expect(Object.values(usage)).toEqual(Array(12).fill(Number.NaN));
  });

  it('stays within 0..100 where guest time is part of user time, as the kernel counts it', () => {
    const any = fc.record({ ...all(fc.nat()), guest: fc.constant(0), guestNice: fc.constant(0) });
    fc.assert(
      fc.property(any, any, (before, after) => {
        for (const share of Object.values(usageBetween(before, after)).filter((one) => !Number.isNaN(one))) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});

it('adds cores up', () => {
  expect(addedUp([times({ user: 1, idle: 5 }), times({ user: 2 })])).toEqual(times({ user: 3, idle: 5 }));
  expect(addedUp([])).toEqual(times({}));
});
