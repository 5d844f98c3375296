import { expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { parseTimex } from './timex.ts';

it('reads a recorded structure', () => {
  expect(parseTimex(sample('timex'))).toMatchObject({ tick: 10_000, stbcnt: 0 });
});

it('reads every member from its place', () => {
  const view = new DataView(new ArrayBuffer(208));
  view.setBigInt64(8, -5n, true);
  view.setInt32(40, 0x2041, true);
  view.setBigInt64(152, 7n, true);
  view.setInt32(160, 37, true);
  expect(parseTimex(new Uint8Array(view.buffer))).toMatchObject({
    offset: -5,
    status: 0x2041,
    stbcnt: 7,
    tai: 37,
  });
});

it('refuses one that is too short', () => {
  expect(() => parseTimex(new Uint8Array(163))).toThrow(ParseError);
});
