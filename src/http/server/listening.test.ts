import { expect, it } from 'vitest';
import { createListening } from './listening.ts';

it('calls those that wait once the servers listen, and those that come later at once', () => {
  const { whenListening, begin } = createListening();
  const told: unknown[] = [];
  const servers = [{ protocol: 'rest', address: '::', port: 61_208 }] as const;
  whenListening((those) => told.push(['early', those]));
  expect(told).toEqual([]);
  begin(servers);
  whenListening((those) => told.push(['late', those]));
  expect(told).toEqual([
    ['early', servers],
    ['late', servers],
  ]);
});
