import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { countArpEntries } from './net-arp.ts';

describe('countArpEntries', () => {
  it('reads a recorded file', () => expect([...countArpEntries(sample('net-arp'))]).toEqual([['eth0', 1]]));

  it('skips the heading and lines that are cut', () => {
    expect([...countArpEntries(bytesOf('a b c d e f\n1 2 3 4 5\n1 2 3 4 5 br0\n1 2 3 4 5 br0\n'))]).toEqual([
      ['br0', 2],
    ]);
  });
});
