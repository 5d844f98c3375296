import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parseMeminfo } from './meminfo.ts';

describe('parseMeminfo', () => {
  it('reads a recorded file, in bytes', () => {
    const meminfo = parseMeminfo(sample('meminfo'));
    expect(meminfo.memTotal).toBe(24_684_096 * 1024);
    expect(meminfo.memAvailable).toBeLessThan(meminfo.memTotal);
    expect(meminfo.active).toBeGreaterThan(meminfo.activeFile);
    expect(meminfo.sReclaimable).toBeGreaterThan(0);
  });

  it('tells Active from Active(file)', () => {
    const text =
      'MemTotal: 9 kB\nActive: 1 kB\nActive(anon): 2 kB\nActive(file): 3 kB\nInactive: 4 kB\nInactive(file): 5 kB\n';
    const expected = { active: 1024, activeFile: 3072, inactive: 4096, inactiveFile: 5120 };
    expect(parseMeminfo(bytesOf(text))).toMatchObject(expected);
  });

  it('takes lines an old kernel lacks as 0, MemAvailable as null', () => {
    const meminfo = parseMeminfo(
      bytesOf('        total:    used:\nMem:  5 4\nMemTotal:   5000000000 kB\nMemFree: x kB\n'),
    );
    expect(meminfo).toMatchObject({
      memTotal: 5e9 * 1024,
      memFree: 0,
      memAvailable: null,
      swapTotal: 0,
      shmem: 0,
    });
  });

  it('takes an available 0 as 0', () => {
    expect(parseMeminfo(bytesOf('MemTotal: 1 kB\nMemAvailable: 0 kB')).memAvailable).toBe(0);
  });

  it.each(['', 'MemTotal:', 'MemTotal: 0 kB', 'MemTot', 'MemFree: 5 kB'])('refuses %j', (text) => {
    expect(() => parseMeminfo(bytesOf(text))).toThrow(ParseError);
  });
});
