import { expect, it } from 'vitest';
import { healthOf } from './smart.ts';

const attribute = (name: string, raw: unknown, when: string | null = '-') => ({
  name,
  raw,
  when_failed: when,
});

it.each([
  [[], 'DEFAULT'],
  [[attribute('Reallocated_Sector_Ct', '0')], 'OK'],
  [[attribute('Reallocated_Sector_Ct', '999', 'FAILING_NOW')], 'CRITICAL'],
  [[attribute('Spin_Up_Time', '1', 'In_the_past')], 'WARNING'],
  [[attribute('Number of critical warnings', 1, null)], 'CRITICAL'],
  [[attribute('Percentage used (%)', 2, null)], 'OK'],
  [[attribute('Percentage used (%)', '95', null)], 'WARNING'],
  [[attribute('Percentage used (%)', null, null)], 'OK'],
])('%# is judged', (attributes, level) => {
  expect(healthOf({ DeviceName: 'sda Disk', key: 'DeviceName', ...(attributes as object) })).toBe(level);
});
