import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuUsage } from './cpu-usage.ts';
import type { CpuTimes } from './stat.ts';

const NAMES = 'user nice system idle iowait irq softirq steal guest guestNice'.split(' ');
const all = <T>(value: T): Record<keyof CpuTimes, T> =>
  Object.fromEntries(NAMES.map((name) => [name, value])) as Record<keyof CpuTimes, T>;
const times = (some: Partial<CpuTimes>): CpuTimes => ({ ...all(0), ...some });

describe('cpuUsage', () => {
  it('divides the increase by the time that passed', () => {
    const before = times({ user: 100, idle: 1000, iowait: 10 });
    const after = times({ user: 130, system: 10, idle: 1050, iowait: 20 });
    expect(cpuUsage(before, after)).toMatchObject({
      user: 30,
      system: 10,
      idle: 50,
      iowait: 10,
      total: 40,
      busy: 50,
    });
  });

  it('does not count guest time twice', () => {
    const usage = cpuUsage(null, times({ user: 50, guest: 40, nice: 10, guestNice: 10, idle: 40 }));
    expect(usage).toMatchObject({ user: 50, guest: 40, nice: 10, guestNice: 10, idle: 40, total: 60 });
  });

  it('is right for windows shorter than a second', () => {
    expect(cpuUsage(times({}), times({ user: 1, idle: 2 }))).toMatchObject({
      user: 33.3,
      idle: 66.7,
      total: 33.3,
    });
  });

  it('takes columns that went back as unchanged', () => {
    const usage = cpuUsage(times({ iowait: 90, idle: 0 }), times({ iowait: 80, idle: 10, user: 10 }));
    expect(usage).toMatchObject({ iowait: 0, idle: 50, user: 50 });
  });

  it('is 0 when no time passed', () => {
    expect(Object.values(cpuUsage(times({ user: 5 }), times({ user: 5 })))).toEqual(Array(12).fill(0));
  });

  it('stays within 0..100 where guest time is part of user time, as the kernel counts it', () => {
    const any = fc.record({ ...all(fc.nat()), guest: fc.constant(0), guestNice: fc.constant(0) });
    fc.assert(
      fc.property(any, any, (before, after) => {
        for (const share of Object.values(cpuUsage(before, after))) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
