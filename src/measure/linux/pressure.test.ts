import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parsePressure } from './pressure.ts';

describe('parsePressure', () => {
  it('reads a recorded file', () => {
    const { some, full } = parsePressure(sample('pressure'));
    expect(some!.total).toBeGreaterThanOrEqual(full!.total);
  });

  it.each([
    ['', null, null],
    [
      'some avg10=1.25 avg60=0.50 avg300=0.00 total=42\n',
      { avg10: 1.25, avg60: 0.5, avg300: 0, total: 42 },
      null,
    ],
    ['full total=7', null, { avg10: 0, avg60: 0, avg300: 0, total: 7 }],
    ['some avg10=1.25\nnone total=4', null, null],
  ])('of %j', (text, some, full) => expect(parsePressure(bytesOf(text))).toEqual({ some, full }));
});
