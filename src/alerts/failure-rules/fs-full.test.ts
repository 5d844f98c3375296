import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { staleCopy } from '../../core/stale.ts';
import { fsFull } from './fs-full.ts';

const MIB = 1024 ** 2;

const space = (percent: number, free: number, more: object = {}) => ({
  mnt_point: '/home',
  fs_type: 'ext4',
  options: 'rw',
  size: 100_000 * MIB,
  used: 0,
  free,
  percent,
  ...more,
});
const files = (percent: number, free = 1000) => ({
  mnt_point: '/home',
  percent,
  used: 0,
  free,
  total: 0,
  read_only: false,
  fs_type: 'ext4',
});

const fine = { fs: [space(50, 50_000 * MIB)], inodes: [files(10)] };

testKind(fsFull, {
  fine,
  raise: [{ fs: [space(97.3, 850 * MIB)] }],
  is: ['FS_FULL_/HOME', 'CRITICAL', '/home is 97 % full, with 850 MiB free.'],
  clear: [{ fs: [space(88, 9000 * MIB)] }, { fs: [space(60, 40_000 * MIB)] }],
  gone: [{ fs: [], inodes: [] }],
  unreadable: [{ fs: [staleCopy(space(97.3, 850 * MIB))], inodes: [files(10)] }],
});

it('ends below the threshold only', async () => {
  const rig = createKindRig(fsFull);
  await rig.feed(fine);
  await rig.feed({ fs: [space(89.9, 9000 * MIB)] });
  expect(rig.told()).toEqual([]);
  await rig.feed({ fs: [space(90, 9000 * MIB)] });
  await rig.feed({ fs: [space(87.5, 9000 * MIB)] });
  expect(rig.told()).toEqual(['begin FS_FULL_/HOME']);
  await rig.feed({ fs: [space(86.5, 9000 * MIB)] });
  expect(rig.told()).toEqual(['end FS_FULL_/HOME']);
});

it('reports inodes', async () => {
  const rig = createKindRig(fsFull);
  await rig.feed(fine);
  await rig.feed({ inodes: [files(99.6, 40)] });
  expect(rig.ongoing()[0]?.finding?.sentence).toBe(
    '/home has used 99 % of its inodes, with room for 40 more files.',
  );
});

it('obeys the threshold of a mount point, and reports a little room where there is none', async () => {
  const rig = createKindRig(fsFull, { sections: { fs: { '/home_critical': '99' } } });
  await rig.feed(fine);
  await rig.feed({ fs: [space(97, 900_000 * MIB)] });
  expect(rig.told()).toEqual([]);
  await rig.feed({ fs: [space(97, 900 * MIB)] });
  expect(rig.told()).toEqual(['begin FS_FULL_/HOME']);
});

it('leaves file systems whose own events are enabled to them, and images alone', async () => {
  const logged = createKindRig(fsFull, { sections: { fs: { log: 'True' }, inodes: { log: 'True' } } });
  await logged.feed({ ...fine, fs: [space(99, MIB)] });
  expect(logged.told()).toEqual([]);
  const image = createKindRig(fsFull);
  await image.feed({ fs: [space(100, 0, { fs_type: 'squashfs', options: 'ro' })], inodes: [] });
  expect(image.told()).toEqual([]);
});

it('reports a device once, however often it is mounted', async () => {
  const rig = createKindRig(fsFull);
  const device = { device_name: '/dev/sda1' };
  await rig.feed({
    fs: [space(99, MIB, { ...device, mnt_point: '/srv/bind' }), space(99, MIB, device)],
    inodes: [],
  });
  expect(rig.told()).toEqual(['begin FS_FULL_/HOME']);
});
