import { expect, it } from 'vitest';
import { fleetServer } from '../../../test/support/fleet-server.ts';
import { ApiProblem, type Client } from '../../api/client.ts';
import type { SilenceControl } from '../../alerts/silence-control.ts';
import type { AlertEvent } from '../../api/types.ts';
import { fleetColumn, fleetValue } from '../../../test/support/fleet-server.ts';
import { episodesIn, lanesOf, loadEvents, standingAlerts } from './fleet-alerts.ts';

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
  expect(episodesIn(lanes, 100).map(({ server }) => server.name)).toEqual(['ill', 'calm']);
});

it('shows equal alerts of a server as one', () => {
  const cpu = { ...event(40, 45), type: 'CPU_TOTAL' };
  const lanes = lanesOf([[fleetServer('busy'), [event(10, 20), cpu, event(30, 35)]]], 0);
  expect(
    episodesIn(lanes, 100).map(({ episode: { type, begin, seconds, events } }) => [
      type,
      begin,
      seconds,
      events.length,
    ]),
  ).toEqual([
    ['CPU_TOTAL', 40, 5, 1],
    ['LOAD', 10, 15, 2],
  ]);
});

it('has what servers list themselves, levels of those without a list, and servers that went offline', () => {
  const verdict = { level: 'WARNING' as const, alerts: 1, sentence: '' };
  const alert = {
    level: 'WARNING' as const,
    type: 'MEM',
    sentence: 'Memory at 85 %',
    since: 5000,
    stretches: null,
  };
  const values = { cpu_total: fleetValue(97, { level: 'CRITICAL' }), mem_percent: fleetValue(10) };
  const servers = [
    fleetServer('listing', { verdict, values }),
    fleetServer('older', { values }),
    fleetServer('gone', { status: 'OFFLINE', reason: 'nothing listens', since: '1970-01-01T00:00:09Z' }),
    fleetServer('never', { status: 'OFFLINE', age: null }),
    fleetServer('locked', { status: 'PROTECTED', values }),
  ];
  const lists = [
    {
      id: 'listing:61208',
      count: 1,
      alerts: [
        { ...alert, who: ['java'], culprits: null, link: '#chart=mem/percent', silenced: true, parent: null },
      ],
    },
  ];
  const columns = [fleetColumn('cpu:total'), fleetColumn('mem:percent')];
  const found = standingAlerts(servers, lists, columns, ({ key }, value) => `${key} ${String(value)}`);
  expect(found.map(({ server, level, sentence, since }) => [server.name, level, sentence, since])).toEqual([
    ['gone', 'critical', 'does not answer: nothing listens', 9000],
    ['older', 'critical', 'cpu_total 97', null],
    ['listing', null, 'Memory at 85 % (silenced)', 5000],
  ]);
  expect(found.map(({ silence }) => silence?.type)).toEqual([
    'HOST_OFFLINE_GONE:61208',
    undefined,
    'listing:61208/MEM',
  ]);
  expect(found[2]?.href).toBe('servers/listing%3A61208/#chart=mem/percent');
});

it('names the silences that an alert of a server may have', () => {
  const server = fleetServer('web', { tags: ['prod'], status: 'OFFLINE', reason: 'nothing listens' });
  const [silence] = standingAlerts([server], [], [], () => '').map((one) => one.silence);
  expect(silence?.scopes.map(([type]) => type)).toEqual(['web:61208/*', 'tag:prod', '*/*']);
  const asked: unknown[] = [];
  const of = (...given: unknown[]): undefined => void asked.push(given);
  silence?.of({ of } as unknown as SilenceControl);
  expect(asked).toEqual([
    ['HOST_OFFLINE_WEB:61208'],
    ['HOST_OFFLINE', { names: ['web:61208', 'web'], tags: ['prod'] }],
  ]);
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
