import { describe, expect, it } from 'vitest';
import { describe as describeField } from '../../../core/describe.ts';
import { limitsOf } from '../../levels/limits.ts';
import processlist from './processlist.ts';

describe('the process list', () => {
  it('has the limits of the published document', () => {
    const limits = limitsOf(processlist, { section: {}, historySize: 1200, cores: 2 });
    expect(limits).toMatchObject({
      processlist_cpu_careful: 50,
      processlist_cpu_warning: 70,
      processlist_cpu_critical: 90,
      processlist_mem_careful: 50,
      processlist_mem_warning: 70,
      processlist_mem_critical: 90,
      processlist_disable_stats: ['cpu_num'],
      processlist_status_ok: ['R', 'W', 'P', 'I'],
      processlist_status_critical: ['Z', 'D'],
    });
    const nice = limits['processlist_nice_warning'] as string[];
    expect([nice.length, nice[0], nice[19], nice[20], nice.at(-1)]).toEqual([39, '-20', '-1', '1', '19']);
  });

  it.each([
    ['pid', 'number'],
    ['name', 'string'],
    ['cmdline', 'list'],
    ['cpu_percent', 'percent'],
    ['memory_info', 'byte'],
    ['io_counters', 'byte'],
    ['cpu_times', 'second'],
    ['gids', 'number'],
    ['time_since_update', 'number'],
  ])('states %s in %s', (field, unit) => {
    expect(describeField(processlist, field)?.unit).toBe(unit);
  });
});
