import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseConntrackStat } from './conntrack-stat.ts';

describe('parseConntrackStat', () => {
  it('adds up the cores of a recorded file', () => {
    const events = parseConntrackStat(sample('conntrack-stat'));
    expect([events.get('invalid'), events.get('search_restart')]).toEqual([18, 0]);
  });

  it('skips lines that are cut', () => {
    expect([...parseConntrackStat(bytesOf('found new\n1\n0a z\n'))]).toEqual([
      ['found', 10],
      ['new', 0],
    ]);
  });
});
