import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parseStat } from './stat.ts';

const ZERO = {
  user: 0,
  nice: 0,
  system: 0,
  idle: 0,
  iowait: 0,
  irq: 0,
  softirq: 0,
  steal: 0,
  guest: 0,
  guestNice: 0,
};

describe('parseStat', () => {
  it('reads a recorded file', () => {
    const stat = parseStat(sample('stat'));
    expect(stat.cpus.map((core) => core.number)).toEqual([0, 1]);
    for (const key of ['user', 'system', 'idle'] as const) {
      const sum = stat.cpus.reduce((total, core) => total + core[key], 0);
      expect(Math.abs(stat.cpu[key] - sum)).toBeLessThanOrEqual(2);
    }
    expect(stat.btime).toBe(1795224573);
    expect(Math.min(stat.ctxt, stat.intr, stat.softirq, stat.procsRunning)).toBeGreaterThan(0);
  });

  it('takes columns an old kernel lacks as 0', () => {
    const stat = parseStat(bytesOf('cpu  1 2 3 4\ncpu0 1 2 3 4\nbtime 9\n'));
    expect(stat.cpu).toEqual({ ...ZERO, user: 1, nice: 2, system: 3, idle: 4 });
    expect(stat).toMatchObject({ ctxt: 0, intr: 0, softirq: 0, btime: 9 });
  });

  it('ignores extra columns and lines, and keeps the numbers of cores when some are offline', () => {
    const stat = parseStat(bytesOf('cpu 1 2 3 4 5 6 7 8 9 10 11 12\ncpu3 1\ncpufreq 7\npage 1 2\ncpu1 2\n'));
    expect(stat.cpu.guestNice).toBe(10);
    expect(stat.cpus).toEqual([
      { ...ZERO, number: 3, user: 1 },
      { ...ZERO, number: 1, user: 2 },
    ]);
  });

  it('takes counters up to 2^64 and the first number of long lines only', () => {
    const stat = parseStat(
      bytesOf(`cpu 18446744073709551615\nintr 42${' 7'.repeat(20_000)}\nctxt 5000000000\n`),
    );
    expect(stat).toMatchObject({ cpu: { user: 2 ** 64 }, intr: 42, ctxt: 5e9 });
  });

  it.each([
    ['-1948031333', 2_346_935_963],
    ['-1', 2 ** 32 - 1],
    ['2147483600', 2_147_483_600],
  ])('takes the processes %s as a count without a sign', (text, forks) => {
    expect(parseStat(bytesOf(`cpu 1\nprocesses ${text}\n`)).forks).toBe(forks);
  });

  it.each(['', 'intr 5\n', 'cpu0 1 2 3 4\n', 'cp'])('refuses %j', (text) => {
    expect(() => parseStat(bytesOf(text))).toThrow(ParseError);
  });
});
