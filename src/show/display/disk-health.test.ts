import { describe, expect, it } from 'vitest';
import type { SmartDevice } from './snapshots.ts';
import { healthOf } from './disk-health.ts';

const attribute = (name: string, raw: unknown, failed: string | null = '-') => ({
  name,
  raw,
  value: '100',
  worst: 100,
  threshold: 10,
  type: 'Pre-fail',
  when_failed: failed,
});
const device = (...attributes: ReturnType<typeof attribute>[]): SmartDevice => ({
  DeviceName: 'sda Disk',
  key: 'DeviceName',
  ...Object.fromEntries(attributes.map((one, index) => [String(index), one])),
});

describe('health of a disk', () => {
  it.each([
    [device(attribute('Reallocated_Sector_Ct', '0')), 'healthy'],
    [device(attribute('Reallocated_Sector_Ct', '999', 'FAILING_NOW')), 'failing'],
    [device(attribute('Spin_Up_Time', '1', 'In_the_past')), 'failed before'],
    [device(attribute('Number of critical warnings', 1, null)), 'failing'],
    [device(attribute('Percentage used (%)', 2, null)), '2 % worn'],
    [device(attribute('Percentage used (%)', 95, null)), '95 % worn'],
    [device(), 'healthy'],
  ])('%# is told in a word', (given, words) => {
    expect(healthOf(given)).toMatchObject({ words });
  });

  it('knows temperatures', () => {
    expect(healthOf(device(attribute('Temperature_Celsius', '34 (Min/Max 20/50)'))).temperature).toBe(34);
    expect(healthOf(device(attribute('Temperature (°C)', 41))).temperature).toBe(41);
    expect(healthOf(device(attribute('Temperature_Celsius', null))).temperature).toBe(null);
  });
});
