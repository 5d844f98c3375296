import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseHddtemp } from './hddtemp.ts';

describe('parseHddtemp', () => {
  it('reads disks and why one has no temperature', () => {
    expect(parseHddtemp(sample('hddtemp'))).toEqual([
      { disk: 'sda', value: 36, unit: 'C' },
      { disk: 'sdb', value: 'SLP', unit: '*' },
    ]);
  });

  it.each([
    ['', []],
    ['|', []],
    ['|/dev/sda|X|36|', []],
    ['|/dev/sda|X||C|', []],
    ['||X|36|C|', []],
    ['|/dev/sda|X|-3.5|C|', [{ disk: 'sda', value: -3.5, unit: 'C' }]],
    ['|sdc|X|97|F|\n', [{ disk: 'sdc', value: 97, unit: 'F' }]],
    ['|/dev/sda|X|36°|C|', []],
  ])('reads %j', (text, disks) => {
    expect(parseHddtemp(bytesOf(text))).toEqual(disks);
  });
});
