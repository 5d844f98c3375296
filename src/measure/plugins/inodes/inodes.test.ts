import { expect, it } from 'vitest';
import type { Limits } from '../../../core/served.ts';
import { createJudge } from '../../levels/judge.ts';
import inodes from './inodes.ts';

const LIMITS: Limits = { inodes_careful: 70, inodes_warning: 80, inodes_critical: 90 };

it.each([
  ['ext4', true, ['CRITICAL']],
  ['squashfs', true, ['DEFAULT']],
])('a %s without free inodes, mounted read-only: %j, has %j', (type, readOnly, expected) => {
  const served = [
    {
      key: 'mnt_point',
      mnt_point: '/media',
      fs_type: type,
      read_only: readOnly,
      percent: 95,
      used: 95,
      total: 100,
    },
  ];
  expect(createJudge(inodes, LIMITS)(served).map(({ level }) => level)).toEqual(expected);
});
