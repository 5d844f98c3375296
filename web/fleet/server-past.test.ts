import { expect, it } from 'vitest';
import type { Client } from '../api/client.ts';
import { askPast, bandPath, downPath, isKnown, linePath, summaryOf } from './server-past.ts';

const BOX = { width: 40, height: 12 };
const column = { avg: [1, 3, null, 5], min: [0, 2, null, 5], max: [2, 4, null, 10] };

it('draws lines and bands with gaps', () => {
  expect(linePath(column, 10, BOX)).toBe('M5.0 10.0L15.0 8.0M35.0 6.0h1');
  expect(bandPath(column, 10, BOX)).toBe('M5.0 9.0L15.0 7.0L15.0 9.0L5.0 11.0ZM35.0 1.0L35.0 6.0Z');
  expect(summaryOf(column)).toEqual({ lowest: 0, highest: 10, average: 3 });
  expect([isKnown(column), isKnown({ avg: [null], min: [null], max: [null] }), isKnown(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('marks the time in which a server did not answer', () => {
  expect(downPath({ avg: [1, 0.5, null, 0], min: [], max: [] }, BOX)).toBe('M10.0 12h10.0M30.0 12h10.0');
});

it('says why there is no past', async () => {
  const hub = (fleet: unknown) => ({ get: async () => ({ fleet }) }) as unknown as Client;
  const { signal } = new AbortController();
  expect(await askPast(hub({ state: 'off', reason: 'turned off' }), 'a:1', 60, signal)).toBe(
    'This hub keeps no history on disk: turned off.',
  );
  expect(await askPast(hub(undefined), 'a:1', 60, signal)).toMatch(/older version/);
});
