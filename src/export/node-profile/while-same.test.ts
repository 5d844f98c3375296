import { expect, it } from 'vitest';
import { whileSame } from './while-same.ts';

it('parses again when bytes have changed, in the same buffer or not', () => {
  let parsed = 0;
  const parse = whileSame((bytes) => `${(parsed += 1)}: ${Buffer.from(bytes).toString()}`);
  const buffer = Buffer.from('one');
  expect([parse(buffer), parse(buffer)]).toEqual(['1: one', '1: one']);
  buffer.write('two');
  expect(parse(buffer)).toBe('2: two');
  expect(parse(Buffer.from('three'))).toBe('3: three');
});
