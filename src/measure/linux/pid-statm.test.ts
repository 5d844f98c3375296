import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parsePidStatm } from './pid-statm.ts';

describe('parsePidStatm', () => {
  it('reads a recorded file', () => {
    const statm = parsePidStatm(sample('pid-statm'));
    expect(statm.size).toBeGreaterThan(statm.resident);
    expect(statm.resident).toBeGreaterThanOrEqual(statm.shared);
  });

  it('reads numbers in file order', () => {
    expect(parsePidStatm(bytesOf('8423936 2 3 4 5 6 7 8\n'))).toEqual({
      size: 8423936,
      resident: 2,
      shared: 3,
      text: 4,
      lib: 5,
      data: 6,
      dirty: 7,
    });
    expect(parsePidStatm(bytesOf('1 2 3'))).toMatchObject({ text: 0, dirty: 0 });
  });

  it.each(['', '\n', '1 2', 'a b c'])('refuses %j', (text) => {
    expect(() => parsePidStatm(bytesOf(text))).toThrow(ParseError);
  });
});
