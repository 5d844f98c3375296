import { expect, it } from 'vitest';
import { fleetServer, fleetValue } from '../../../test/support/fleet-server.ts';
import { ApiProblem, type Client } from '../../api/client.ts';
import { loadGrid } from './fleet-grid.ts';

const SERVERS = [
  fleetServer('a', { values: { cpu_total: { ...fleetValue(3), course: [1, 2, 3] } } }),
  fleetServer('b', { values: { cpu_total: { ...fleetValue(9), course: [9] } } }),
];
const [first, second] = SERVERS.map(({ id }) => id);
const WISH = { metric: 'cpu_total', span: 3600, refresh: 10 };
const clientOf = (get: Client['get']): Client => ({ get }) as unknown as Client;
const { signal } = new AbortController();

it('takes the history of the hub', async () => {
  const avg = [5, null];
  const answer = { from: 1000, step: 500, count: 2, servers: { [first ?? '']: { cpu_total: { avg } } } };
  const grid = await loadGrid(
    clientOf(() => Promise.resolve(answer as never)),
    SERVERS,
    WISH,
    signal,
  );
  expect(grid.times).toEqual([1500, 2000]);
  expect([...grid.rows]).toEqual([
    [first, avg],
    [second, [null, null]],
  ]);
});

it('takes the last values where the hub keeps no history, and says so', async () => {
  const client = clientOf(() => Promise.reject(new ApiProblem(503, 'no')));
  const { times, rows, note } = await loadGrid(client, SERVERS, WISH, signal);
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 10_000, 20_000]);
  expect([rows.get(first ?? ''), rows.get(second ?? '')]).toEqual([
    [1, 2, 3],
    [null, null, 9],
  ]);
  expect(note).toContain('no history on disk');
});
