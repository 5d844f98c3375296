import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseSoftnetStat } from './softnet-stat.ts';

describe('parseSoftnetStat', () => {
  it('reads a recorded file', () => {
    expect(parseSoftnetStat(sample('softnet-stat')).map(({ cpu }) => cpu)).toEqual([0, 1]);
  });

  it('counts the cores where an old kernel does not name them', () => {
    const row = 'ff 1 a 0 0 0 0 0 0\n';
    expect(parseSoftnetStat(bytesOf(`${row}${row}1 2\n`))).toEqual(
      [0, 1].map((cpu) => ({
        cpu,
        processed: 255,
        dropped: 1,
        timeSqueezed: 10,
        receivedRps: null,
        flowLimitCount: null,
      })),
    );
  });
});
