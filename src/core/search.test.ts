import { describe, expect, it, vi } from 'vitest';
import { createSearch } from './search.ts';

describe('search', () => {
  const search = createSearch();

  it('tells which texts match', () => {
    expect(search(/ngin/, ['nginx', 'bash', '/usr/sbin/nginx -g'], 100)).toEqual([true, false, true]);
    expect(search(/a/g, ['a', 'a'], 100)).toEqual([true, true]);
    expect(search(/^$/, [], 100)).toEqual([]);
  });

  it('ends what would take for ever, and works afterwards', () => {
    expect(() => search(/^(a+)+$/, [`${'a'.repeat(50)}!`], 50)).toThrow(
      'the regular expression ^(a+)+$ takes too long: make it simpler',
    );
    expect(search(/b/, ['b'], 1000)).toEqual([true]);
  });

  it('runs again what has had no core', () => {
    const cpu = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
    try {
      expect(() => search(/^(a+)+$/, [`${'a'.repeat(50)}!`], 5)).toThrow('takes too long');
      expect(cpu).toHaveBeenCalledTimes(20);
    } finally {
      cpu.mockRestore();
    }
  });
});
