import { describe, expect, it } from 'vitest';
import { createRemembered } from './remembered.ts';

describe('remembered', () => {
  it('forgets the oldest beyond its size', () => {
    const remembered = createRemembered<number>({ forMs: 1000, most: 2, now: () => 0 });
    for (const [index, secret] of ['a', 'b', 'c'].entries()) remembered.set(secret, index);
    expect(['a', 'b', 'c'].map((secret) => remembered.get(secret))).toEqual([undefined, 1, 2]);
  });

  it('forgets after its time, at most the usual one, and all of it when told to', () => {
    let now = 0;
    const remembered = createRemembered<true>({ forMs: 1000, most: 9, now: () => now });
    remembered.set('short', true, 10);
    remembered.set('long', true, 1e9);
    remembered.set('past', true, -1);
    now = 10;
    expect(['short', 'long', 'past'].map((secret) => remembered.get(secret))).toEqual([
      undefined,
      true,
      undefined,
    ]);
    remembered.clear();
    expect(remembered.get('long')).toBeUndefined();
  });
});
