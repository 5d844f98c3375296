import { expect, it } from 'vitest';
import { endOfPath, fullestOf, mountedAt, otherPaths } from './mounts.ts';

const mount = (device_name: string, mnt_point: string, free = 5, size = 10) => ({
  device_name,
  mnt_point,
  size,
  free,
});

it('lists a device once, at its shortest path', () => {
  const all = [
    mount('/dev/sda1', '/srv/data'),
    mount('/dev/sda1', '/home'),
    mount('/dev/sda1', '/var/lib/x'),
    mount('/dev/sda2', '/'),
    mount('tmpfs', '/run'),
    mount('tmpfs', '/tmp'),
    // A separate quota.
    mount('/dev/sda1', '/srv/small', 1, 2),
  ];
  expect(mountedAt(all, () => null).map(({ one, others }) => [one.mnt_point, ...others])).toEqual([
    ['/home', '/srv/data', '/var/lib/x'],
    ['/'],
    ['/run'],
    ['/tmp'],
    ['/srv/small'],
  ]);
});

it('keeps mounts with levels of their own', () => {
  const all = [mount('/dev/sda1', '/home'), mount('/dev/sda1', '/srv')];
  expect(mountedAt(all, ({ mnt_point: path }) => (path === '/srv' ? 'warning' : null))).toHaveLength(2);
});

it('keeps mounts of unknown devices apart', () => {
  const all = ['/a', '/b'].map((mnt_point) => ({ mnt_point, size: null, free: null }));
  expect(mountedAt(all, () => null)).toHaveLength(2);
});

it('counts the other paths', () => {
  expect([0, 1, 2].map(otherPaths)).toEqual(['', '+1 path', '+2 paths']);
});

it('finds the fullest of many, those with levels before all, images last', () => {
  const row = (id: string, percent: number | null, level: 'warning' | null = null, isFixed = false) => ({
    id,
    level,
    one: { percent },
    isFixed,
  });
  const rows = [
    row('a', 10),
    row('image', 100, null, true),
    row('b', 60),
    row('c', null),
    row('d', 5, 'warning'),
  ];
  expect([...fullestOf(rows, 3)]).toEqual(['d', 'b', 'a']);
  expect(fullestOf(rows, 9).size).toBe(5);
});

it.each([
  ['/var/lib/docker/overlay2/5f2c9/merged', '/merged'],
  ['/home', ''],
  ['/', ''],
  ['', ''],
  ['D:', ''],
  [`/mnt/${'long'.repeat(9)}`, ''],
])('of %s, %j stays where it is cut', (path, end) => {
  expect(endOfPath(path)).toBe(end);
});
