import { describe, expect, it } from 'vitest';
import { levelOf, thresholdsOf, UNSET, worstOf } from './levels.ts';

const limits = {
  fs: { fs_careful: 50, fs_warning: 70, fs_critical: 90, '/var_warning': 1, 'fs_/var_warning': 60 },
  cpu: { cpu_total_careful: 65, cpu_total_critical: 0 },
};

describe('thresholds', () => {
  it('are those of the item, the value, the plugin', () => {
    expect(thresholdsOf(limits, { plugin: 'fs', item: '/Var' })).toEqual({
      careful: 50,
      warning: 60,
      critical: 90,
    });
    expect(thresholdsOf(limits, { plugin: 'cpu', header: 'total' })).toEqual({
      careful: 65,
      warning: null,
      critical: null,
    });
    expect(thresholdsOf(limits, { plugin: 'load' })).toEqual(UNSET);
  });

  it('make levels', () => {
    const thresholds = thresholdsOf(limits, { plugin: 'fs' });
    expect([49, 50, 70, 90, 1e9, null, Number.NaN].map((value) => levelOf(value, thresholds))).toEqual([
      null,
      'careful',
      'warning',
      'critical',
      'critical',
      null,
      null,
    ]);
    expect(worstOf([null, 'warning', 'careful'])).toBe('warning');
    expect(worstOf([])).toBe(null);
  });
});
