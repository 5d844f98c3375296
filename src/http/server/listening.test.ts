import { expect, it, vi } from 'vitest';
import { createListening } from './listening.ts';

const servers = [{ protocol: 'rest', address: '::', port: 61_208 }] as const;

it('calls those that wait once the servers listen, and those that come later at once', () => {
  const { whenListening, begin } = createListening(() => {});
  const told: unknown[] = [];
  whenListening('first', (those) => void told.push(['early', those]));
  expect(told).toEqual([]);
  begin(servers);
  whenListening('second', (those) => void told.push(['late', those]));
  expect(told).toEqual([
    ['early', servers],
    ['late', servers],
  ]);
});

it('names what cannot begin, and begins the others', async () => {
  const failed: string[] = [];
  const { whenListening, begin } = createListening((name, error) => failed.push(`${name}: ${String(error)}`));
  const other = vi.fn();
  whenListening('exports', () => {
    throw new Error('no disk');
  });
  whenListening('polls', () => Promise.reject(new Error('no network')));
  whenListening('discovery', other);
  begin(servers);
  expect(other).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(failed).toEqual(['exports: Error: no disk', 'polls: Error: no network']));
});
