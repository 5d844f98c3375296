import { expect, it } from 'vitest';
import type { Served } from './served.ts';
import { computeFrom, setUnknown, unknownIn } from './unknown.ts';

const share = ({ used, size }: Served): number => ((used as number) * 100) / (size as number);

it('computes from known members', () => {
  expect(computeFrom({ used: 1, size: 4 }, share, null)).toBe(25);
});

it('does not take an unknown member for 0', () => {
  const item: Served = { used: 1, size: 4, free: 3 };
  setUnknown(item, 'free', 'free is impossible');
  expect(computeFrom(item, share, null)).toBe(25);
  setUnknown(item, 'used', null);
  expect(computeFrom(item, share, null)).toBeNull();
});

it('is invisible in JSON, and travels with copies', () => {
  const item: Served = { used: 1 };
  setUnknown(item, 'used', 'why');
  expect(JSON.stringify(item)).toBe('{"used":null}');
  expect(unknownIn({ ...item })?.get('used')).toBe('why');
});
