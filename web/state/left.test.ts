import { describe, expect, it } from 'vitest';
import { keepLeft, readLeft } from './left.ts';

function fakeStorage(text: string | null = null): Storage {
  let kept = text;
  return {
    getItem: () => kept,
    setItem(_: string, value: string) {
      kept = value;
    },
  } as unknown as Storage;
}

describe('how the list was left', () => {
  it('comes back', () => {
    const storage = fakeStorage();
    keepLeft(storage, { hash: '#q=db', top: 120 });
    expect(readLeft(storage)).toEqual({ hash: '#q=db', top: 120 });
  });

  it.each([null, '', '{', '3', '{"hash":5}', '{"hash":"javascript:x"}'])(
    'is unknown where it says %s',
    (text) => {
      expect(readLeft(fakeStorage(text))).toBe(null);
    },
  );

  it('may have no storage', () => {
    keepLeft(null, { hash: '', top: 0 });
    expect(readLeft(null)).toBe(null);
  });
});
