import { describe, expect, it } from 'vitest';
import { createLoginThrottle, networkOf } from './login-throttle.ts';

function setUp() {
  let time = 0;
  const throttle = createLoginThrottle(() => time);
  return {
    throttle,
    wait: (ms: number) => (time += ms),
    /** Waits as long as required, then guesses wrong. */
    guess(address: string) {
      const { waitMs, refused } = throttle.reserve(address);
      if (refused) return 'refused';
      throttle.settle(address, true);
      return waitMs;
    },
  };
}

describe('guesses', () => {
  it('are free at first, then spaced wider and wider, then refused', () => {
    const { guess } = setUp();
    expect(Array.from({ length: 14 }, () => guess('10.0.0.1'))).toEqual([
      0,
      0,
      0,
      0,
      0,
      250,
      750,
      1750,
      3750,
      7750,
      11_750,
      15_750,
      19_750,
      'refused',
    ]);
  });

  it('from elsewhere are not held up', () => {
    const { guess } = setUp();
    for (let count = 0; count < 50; count += 1) guess('10.0.0.1');
    expect(guess('10.0.0.2')).toBe(0);
  });

  it('from one IPv6 network count together', () => {
    const { guess } = setUp();
    for (let count = 0; count < 50; count += 1) guess(`2001:db8::${count.toString(16)}`);
    expect(guess('2001:db8:0:0:ffff::1')).toBe('refused');
    expect(guess('2001:db8:0:1::1')).toBe(0);
  });

  it('come down to fifteen a minute', () => {
    const { guess, wait } = setUp();
    let checked = 0;
    for (let second = 0; second < 3600; second += 1) {
      for (let count = 0; count < 5; count += 1) if (guess('10.0.0.1') !== 'refused') checked += 1;
      wait(1000);
    }
    expect(checked).toBeLessThan(15 * 60 + 20);
  });

  it('are forgiven, one a minute, half an hour for however many', () => {
    const { guess, wait } = setUp();
    for (let count = 0; count < 1000; count += 1) {
      guess('10.0.0.1');
      wait(4000);
    }
    wait(30 * 60_000);
    expect(guess('10.0.0.1')).toBe(0);
    expect(guess('10.0.0.1')).toBe(0);
  });

  it('that were right cost nothing', () => {
    const { throttle } = setUp();
    for (let count = 0; count < 50; count += 1) {
      expect(throttle.reserve('10.0.0.1').waitMs).toBe(0);
      throttle.settle('10.0.0.1', false);
    }
  });

  it('under way count as wrong, so that many at once do not pass as the first', () => {
    const { throttle } = setUp();
    const waits = Array.from({ length: 20 }, () => throttle.reserve('10.0.0.1'));
    expect(waits.filter(({ refused }) => refused)).toHaveLength(7);
  });

  it('of very many networks take bounded memory', () => {
    const { guess } = setUp();
    for (let count = 0; count < 20_000; count += 1)
      guess(`10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`);
    for (let count = 0; count < 9; count += 1) guess('10.0.0.0');
    expect(guess('10.0.0.0')).toBeGreaterThan(0);
  });
});

it.each([
  ['10.0.0.1', '::ffff:10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['2001:db8::1', '2001:db8::ffff:1', true],
  ['fe80::1%eth0', 'fe80::2', true],
  ['::1', '10.0.0.1', false],
  ['nonsense', 'nonsense', true],
])('%s and %s are one network: %s', (a, b, same) => {
  expect(networkOf(a) === networkOf(b)).toBe(same);
});
