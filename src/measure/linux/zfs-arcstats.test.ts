import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parseZfsArcstats } from './zfs-arcstats.ts';

describe('parseZfsArcstats', () => {
  it('reads a recorded file', () => {
    expect(parseZfsArcstats(sample('zfs-arcstats'))).toEqual({ size: 1_614_976_072, cMin: 260_767_232 });
  });

  it('does not need a minimum', () => {
    expect(parseZfsArcstats(bytesOf('hdr_size 4 1\nsize 4 7\n'))).toEqual({ size: 7, cMin: 0 });
  });

  it.each(['', 'size', 'size 4', 'c_min 4 1\n'])('refuses %j', (text) => {
    expect(() => parseZfsArcstats(bytesOf(text))).toThrow(ParseError);
  });
});
