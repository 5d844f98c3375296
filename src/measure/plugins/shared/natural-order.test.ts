import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { naturalOrder } from './natural-order.ts';

it.each([
  [
    ['Core 10', 'Core 2', 'Core 1', 'Core'],
    ['Core', 'Core 1', 'Core 2', 'Core 10'],
  ],
  [
    ['nvme', 'Package id 0', 'Composite 1', 'Composite', 'acpitz 0'],
    ['Composite', 'Composite 1', 'Package id 0', 'acpitz 0', 'nvme'],
  ],
  [
    ['a01', 'a1', 'a1b', '7', 'é'],
    ['7', 'a01', 'a1', 'a1b', 'é'],
  ],
])('orders %j', (names, ordered) => {
  expect(names.toSorted(naturalOrder)).toEqual(ordered);
});

it('is an order', () => {
  const name = fc.stringMatching(/^[a-c0-2 ]{0,6}$/);
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(naturalOrder(a, b))).toBe(0 - Math.sign(naturalOrder(b, a)));
      expect(naturalOrder(a, b) === 0).toBe(a === b);
      if (naturalOrder(a, b) < 0 && naturalOrder(b, c) < 0) expect(naturalOrder(a, c)).toBeLessThan(0);
    }),
  );
});
