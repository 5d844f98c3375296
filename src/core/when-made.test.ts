import { expect, it } from 'vitest';
import { whenMade } from './when-made.ts';

it('a value is used at once where it is there, and later where it is not', async () => {
  const double = (value: number): number => 2 * value;
  expect(whenMade(2, double)).toBe(4);
  const later = whenMade(Promise.resolve(2), double);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(4);
  await expect(whenMade(Promise.reject(new Error('gone')), double)).rejects.toThrow('gone');
});
