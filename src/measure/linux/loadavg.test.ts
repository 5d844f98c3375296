import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parseLoadavg } from './loadavg.ts';

describe('parseLoadavg', () => {
  it('reads a recorded file', () => {
    const load = parseLoadavg(sample('loadavg'));
    expect(load.min1).toBeGreaterThanOrEqual(0);
    expect(load.total).toBeGreaterThan(load.runnable);
  });

  it('reads all columns, and those only', () => {
    const expected = { min1: 0.2, min5: 12.18, min15: 100.12, runnable: 3, total: 1250 };
    expect(parseLoadavg(bytesOf('0.20 12.18 100.12 3/1250 11206 99\n'))).toEqual(expected);
    expect(parseLoadavg(bytesOf('1 2 3'))).toEqual({ min1: 1, min5: 2, min15: 3, runnable: 0, total: 0 });
  });

  it.each(['', '0.20 0.18', 'a b c'])('refuses %j', (text) => {
    expect(() => parseLoadavg(bytesOf(text))).toThrow(ParseError);
  });
});
