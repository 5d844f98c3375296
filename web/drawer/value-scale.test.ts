import { expect, it } from 'vitest';
import { binaryTicks, endsOf, type Extent } from './value-scale.ts';

const extent: Extent = { kind: 'percent', low: 3, high: 12, reach: [], isFitted: false };

it.each<[Partial<Extent>, [number, number]]>([
  [{}, [0, 100]],
  [{ high: 100 }, [0, 100]],
  [{ high: 380 }, [0, 410.4]],
  [{ isFitted: true }, [0, 12.96]],
  [{ isFitted: true, high: 0 }, [0, 1.08]],
  [{ isFitted: true, reach: [70] }, [0, 75.6]],
  [{ kind: 'bytes', high: 100, reach: [200] }, [0, 216]],
  [{ kind: 'dbm', low: -70, high: -50 }, [-70, 5.6]],
  [{ kind: 'plain', low: null, high: null }, [0, 1]],
])('%j: the axis ends at %j', (given, ends) => {
  const found = endsOf({ ...extent, ...given });
  expect(found[0]).toBeCloseTo(ends[0]);
  expect(found[1]).toBeCloseTo(ends[1]);
});

const MIB = 2 ** 20;

it.each([
  [0, 55 * MIB, 5, [0, 16 * MIB, 32 * MIB, 48 * MIB]],
  [0, 1000, 4, [0, 256, 512, 768]],
  [0, 1, 4, [0, 1]],
  [0, 3 * 2 ** 40, 6, [0, 2 ** 39, 2 ** 40, 3 * 2 ** 39, 2 ** 41, 5 * 2 ** 39, 3 * 2 ** 40]],
])('from %d to %d it names at most %d steps', (low, high, most, ticks) => {
  expect(binaryTicks(low, high, most)).toEqual(ticks);
});
