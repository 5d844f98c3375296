import { expect, it } from 'vitest';
import { isLayer, partitionsAmong } from './disks.ts';

it('tells partitions and layers from disks', () => {
  const names = [
    'sda',
    'sda1',
    'sda12',
    'nvme0n1',
    'nvme0n1p2',
    'nvme0n12',
    'md0',
    'vdb1',
    'loop0',
    'mmcblk0p1',
  ];
  expect([...partitionsAmong(names)]).toEqual(['sda1', 'sda12', 'nvme0n1p2']);
  expect(names.filter(isLayer)).toEqual(['md0', 'loop0']);
});
