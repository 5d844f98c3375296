import { describe, expect, it, vi } from 'vitest';
import { compareNames } from './natural.ts';

const collator = new Intl.Collator('en', { numeric: true });
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

describe('the order of names', () => {
  it.each([
    [['eth10', 'eth2', 'Eth1', 'bond0'], 'bond0 Eth1 eth2 eth10'],
    [['/dev/sdb', '/dev/sda10', '/dev/sda2', '/'], '/ /dev/sda2 /dev/sda10 /dev/sdb'],
    [['Core 10', 'Core 9', 'core 9'], 'core 9 Core 9 Core 10'],
    [['ä2', 'z', 'Ä10', 'a'], 'a ä2 Ä10 z'],
  ])('is that of people: %j', (names, expected) => {
    expect(names.toSorted(compareNames).join(' ')).toBe(expected);
  });

  it('is that of the collator for whatever is written in ASCII', () => {
    // Few characters, so names often share prefixes: failures repeat with a separate generator.
    let state = 1;
    const next = (most: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
    const some = ['0', '1', '2', 'a', 'A', 'b', '_', '-', '/', ' '];
    const name = (): string =>
      Array.from({ length: next(9) }, () => (next(4) === 0 ? PRINTABLE[next(95)] : some[next(10)])).join('');
    for (let turn = 0; turn < 20_000; turn += 1) {
      const [a, b] = [name(), name()];
      expect([a, b, Math.sign(compareNames(a, b))]).toEqual([a, b, collator.compare(a, b)]);
    }
  });

  it('asks no collator about them', () => {
    const asked = vi.spyOn(String.prototype, 'localeCompare');
    compareNames('eth2', 'eth10');
    expect(asked).not.toHaveBeenCalled();
    compareNames('ä2', 'ä10');
    expect(asked).toHaveBeenCalledOnce();
    asked.mockRestore();
  });
});
