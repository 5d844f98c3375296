import { expect, it } from 'vitest';
import { fleetServer } from '../../../test/support/fleet-server.ts';
import { ApiProblem, type Client } from '../../api/client.ts';
import type { AlertEvent } from '../../api/types.ts';
import { lanesOf, listOf, loadEvents } from './fleet-alerts.ts';

const event = (begin: number, end: number): AlertEvent => ({ begin, end, type: 'LOAD' }) as AlertEvent;

it('puts servers with ongoing alerts first, and leaves out what is over', () => {
  const lanes = lanesOf(
    [
      [fleetServer('old'), [event(1, 5)]],
      [fleetServer('calm'), [event(90, 95), event(1, 5)]],
      [fleetServer('ill'), [event(20, -1)]],
    ],
    50,
  );
  expect(lanes.map(({ server, events }) => [server.name, events.length])).toEqual([
    ['ill', 1],
    ['calm', 1],
  ]);
  expect(listOf(lanes).map(({ server }) => server.name)).toEqual(['calm', 'ill']);
});

it('asks the journal of each server, else for its list, and goes on when one fails', async () => {
  const client = {
    get(path: string) {
      if (path.startsWith('servers/a')) return Promise.resolve({ events: [event(1, 2), 'odd'] });
      if (path.includes('history')) return Promise.reject(new ApiProblem(404, 'no'));
      if (path.startsWith('servers/b')) return Promise.resolve([event(3, -1)]);
      return Promise.reject(new ApiProblem(502, 'gone'));
    },
  } as unknown as Client;
  const found = new Map<string, number | null>();
  await loadEvents(
    client,
    ['a', 'b', 'c'].map((name) => fleetServer(name)),
    24,
    ({ name }, events) => void found.set(name, events?.length ?? null),
    new AbortController().signal,
  );
  expect([...found].sort()).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', null],
  ]);
});
