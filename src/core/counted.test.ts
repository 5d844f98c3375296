import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('has one thing without an s, and words whose plural is another', () => {
  expect([0, 1, 2].map((count) => counted(count, 'file'))).toEqual(['0 files', '1 file', '2 files']);
  expect([1, 2].map((count) => counted(count, 'process', 'processes'))).toEqual(['1 process', '2 processes']);
});
