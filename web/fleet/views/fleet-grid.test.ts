import { expect, it, vi } from 'vitest';
import { fleetServer, fleetValue } from '../../../test/support/fleet-server.ts';
import { ApiProblem, type Client } from '../../api/client.ts';
import { loadGrid } from './fleet-grid.ts';

const SERVERS = [
  fleetServer('a', { values: { cpu_total: { ...fleetValue(3), recent: [1, 2, 3] } } }),
  fleetServer('b', { values: { cpu_total: { ...fleetValue(9), recent: [9] } } }),
];
const [first, second] = SERVERS.map(({ id }) => id);
const WISH = { metric: 'cpu_total', span: 3600, refresh: 10, now: Date.UTC(2026, 0, 1) };
/** A hub with this state of its history on disk. */
const hubWith = (fleet: unknown, range: () => Promise<unknown>): Client =>
  ({
    get: (path: string) => (path === 'api/archive' ? Promise.resolve({ fleet }) : range()),
  }) as unknown as Client;
const { signal } = new AbortController();

it('takes the history of the hub', async () => {
  const avg = [5, null];
  const answer = { from: 1000, step: 500, count: 2, servers: { [first ?? '']: { cpu_total: { avg } } } };
  const client = hubWith({ state: 'ok' }, () => Promise.resolve(answer));
  const grid = await loadGrid(client, SERVERS, WISH, signal);
  expect(grid.times).toEqual([1500, 2000]);
  expect([...grid.rows]).toEqual([
    [first, avg],
    [second, [null, null]],
  ]);
});

it('takes the last values where the hub keeps no history, without asking for it, and says so', async () => {
  const range = vi.fn();
  const client = hubWith({ state: 'off', reason: 'turned off' }, range);
  const { times, rows, note } = await loadGrid(client, SERVERS, WISH, signal);
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 10_000, 20_000]);
  expect([rows.get(first ?? ''), rows.get(second ?? '')]).toEqual([
    [1, 2, 3],
    [null, null, 9],
  ]);
  expect(note).toBe('The last 3 values. This hub keeps no history on disk: turned off.');
  expect(range).not.toHaveBeenCalled();
});

it('takes them too where the history cannot be read', async () => {
  const client = hubWith({ state: 'ok' }, () => Promise.reject(new ApiProblem(503, 'The disk is full')));
  expect((await loadGrid(client, SERVERS, WISH, signal)).note).toBe('The last 3 values. The disk is full.');
});
