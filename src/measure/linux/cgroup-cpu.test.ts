import { expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseCgroupThrottling } from './cgroup-cpu.ts';

it('reads both versions', () => {
  expect(parseCgroupThrottling(sample('cgroup-cpu'))).toEqual({
    periods: 1200,
    throttled: 300,
    time: 15_250.5,
  });
  const version1 = bytesOf('nr_periods 10\nnr_throttled 4\nthrottled_time 2500000\n');
  expect(parseCgroupThrottling(version1)).toEqual({ periods: 10, throttled: 4, time: 2.5 });
});

it('is null where the group does not count it', () => {
  expect(parseCgroupThrottling(bytesOf('usage_usec 8\nuser_usec 6\nsystem_usec 2\n'))).toBeNull();
});
