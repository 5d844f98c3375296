import { expect, it } from 'vitest';
import { keepRecent } from './recent.ts';

it('keeps what was used last', () => {
  const made: string[] = [];
  const recent = keepRecent<string>(2);
  const get = (key: string) =>
    recent(key, () => {
      made.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(get(key)).toBe(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
