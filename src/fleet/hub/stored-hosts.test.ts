import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import type { Server } from './server.ts';
import { createStoredHosts, type StoredHostsSetup } from './stored-hosts.ts';
import { createTable } from './table.ts';

const LISTED: Server = {
  id: 'web1:61208',
  key: 'web1:61208',
  name: 'web1',
  host: 'web1',
  port: 61_208,
  protocol: 'rest',
  isSecure: false,
  alias: null,
  tags: [],
  type: 'STATIC',
  username: null,
  password: null,
};
const DAY_MS = 86_400_000;

function rig({ isListing = true, hostNames = new Map<string, string>() } = {}) {
  const clock = createFakeClock();
  const now = clock.now();
  const table = createTable(clock);
  const world = {
    known: ['web1:9100', 'db', 'gone'],
    present: new Map([
      ['web1:9100', now - 1000],
      ['db', now - 2000],
    ]),
    problem: null as Error | null,
  };
  const database = {
    name: 'victoria:8428',
    hosts: async () => {
      if (world.problem !== null) throw world.problem;
      return world.known;
    },
    present: async () => world.present,
    lastSeen: async () => new Map([['gone', now - DAY_MS]]),
    textOfAll: async () => hostNames,
  } as unknown as StoredHostsSetup['database'];
  const faults: unknown[] = [];
  const hosts = createStoredHosts({
    database,
    columns: async () => new Map([['db', new Map([['cpu_total', { value: 12, decoration: 'OK' }]])]]),
    isListing,
    keepMs: 7 * DAY_MS,
    refreshMs: 10_000,
    clock,
    table,
    paceMs: () => 10_000,
    onFault: (error) => void faults.push(error),
  });
  table.put(LISTED);
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const row = (name: string) => table.states().find(({ server }) => server.name === name);
  return { clock, table, world, hosts, faults, settle, row, now };
}

describe('hosts of a database', () => {
  it('are rows of their own, unless a server of the list stands for them', async () => {
    const { hosts, settle, row, table, now, faults } = rig();
    hosts.start();
    await settle();
    expect(faults).toEqual([]);
    expect(table.states().map(({ server, stored }) => [server.name, server.type, stored])).toEqual([
      ['web1', 'STATIC', 'web1:9100'],
      ['db', 'STORED', 'db'],
      ['gone', 'STORED', 'gone'],
    ]);
    expect(row('db')).toMatchObject({ status: 'ONLINE', answeredAt: -2000 });
    expect(row('db')?.readings.get('cpu_total')).toMatchObject({ value: 12, at: -2000 });
    expect(row('gone')).toMatchObject({
      status: 'OFFLINE',
      reason: 'nothing of it has come to victoria:8428 since',
      answeredAt: -DAY_MS,
    });
    expect(['web1:9100', 'gone', 'never'].map(hosts.lastSeen)).toEqual([now - 1000, now - DAY_MS, null]);
  });

  it('that are forgotten leave the list; an unread database says so, and is read again', async () => {
    const { clock, hosts, settle, row, world } = rig();
    hosts.start();
    await settle();
    world.problem = new RequestError('late', 'victoria:8428 did not answer within 10 seconds');
    await clock.advance(10_000);
    await settle();
    expect(row('db')).toMatchObject({
      status: 'UNKNOWN',
      reason: 'its database cannot be read: victoria:8428 did not answer within 10 seconds',
    });
    expect(row('web1')?.status).toBe('UNKNOWN');
    expect(row('web1')?.reason).toBe('has not been asked yet');
    world.problem = null;
    world.known = ['web1:9100', 'db'];
    await clock.advance(10_000);
    await settle();
    expect([row('db')?.status, row('gone')]).toEqual(['ONLINE', undefined]);
  });

  it('only lend their past to servers of the list where they are not listed', async () => {
    const { hosts, settle, table } = rig({ isListing: false });
    hosts.start();
    await settle();
    expect(table.states().map(({ server, stored }) => [server.name, stored])).toEqual([
      ['web1', 'web1:9100'],
    ]);
  });

  it('that are known by an address go by their own name', async () => {
    const { hosts, settle, row, world, now } = rig({ hostNames: new Map([['10.0.0.7:9100', 'mail']]) });
    world.present.set('10.0.0.7:9100', now);
    hosts.start();
    await settle();
    expect(row('10.0.0.7:9100')?.server.alias).toBe('mail');
    expect(row('10.0.0.7:9100')?.server.id).toMatch(/^stored-[0-9a-f]{16}$/);
  });
});
