/** The hub's routes for servers: list, published list, stream of changes. */
import { describe, expect, it, vi } from 'vitest';
import type { ServerPage } from '../../src/fleet/routes/fleet-schemas.ts';
import type { ServerRow } from '../../src/fleet/hub/row.ts';
import { openStream } from '../support/event-stream.ts';
import { agentServer, serverAt } from '../support/fake-servers.ts';
import { fleetApi, LOGIN, type ServersEvent } from '../support/fleet-api.ts';

const GZIP = { 'accept-encoding': 'gzip' };

const page = ([status, body]: [number, unknown]): ServerPage => {
  expect(status).toBe(200);
  return body as ServerPage;
};

/** Three servers: online, protected, missing. */
async function three() {
  const [well, locked] = [await agentServer(), await agentServer('Basic x')];
  const gone = await agentServer();
  await gone.close();
  const servers = [
    serverAt(well.port, { alias: 'Zebra', tags: ['web', 'eu'] }),
    serverAt(locked.port, { alias: 'apple', tags: ['db'] }),
    serverAt(gone.port, { alias: 'Mango' }),
  ];
  const api = await fleetApi(servers);
  const [first, second, third] = servers.map(({ id }) => id) as [string, string, string];
  await Promise.all([
    api.until(first, 'ONLINE'),
    api.until(second, 'PROTECTED'),
    api.until(third, 'OFFLINE'),
  ]);
  return { ...api, well, ids: [first, second, third] as const };
}

describe('GET /api/servers', () => {
  it('shows status, reason, values with levels, ages and recent numbers', async () => {
    const { json, ids, until } = await three();
    await vi.waitFor(async () => {
      const { servers } = page(await json('/api/servers?q=zebra'));
      expect(servers[0]?.values['cpu_total']?.recent.length).toBeGreaterThan(1);
    });
    await until(ids[0], 'ONLINE');
    const list = page(await json('/api/servers'));
    expect(list).toMatchObject({
      total: 3,
      matching: 3,
      offset: 0,
      limit: 100,
      counts: { ONLINE: 1, SNMP: 0, PROTECTED: 1, OFFLINE: 1, UNKNOWN: 0 },
      tags: ['db', 'eu', 'web'],
      editable: false,
    });
    expect(list.columns.map(({ key }) => key)).toEqual([
      'system_hr_name',
      'load_min5',
      'cpu_total',
      'mem_percent',
    ]);
    expect(list.servers.map(({ alias }) => alias)).toEqual(['apple', 'Mango', 'Zebra']);
    const [apple, mango, zebra] = list.servers as [ServerRow, ServerRow, ServerRow];
    expect(apple).toMatchObject({ status: 'PROTECTED', age: null, values: {} });
    expect(mango.reason).toBe(`connection refused by ${mango.id}`);
    expect(zebra).toMatchObject({
      status: 'ONLINE',
      reason: null,
      ip: '127.0.0.1',
      type: 'STATIC',
      protocol: 'rest',
    });
    expect(zebra.values['load_min5']).toMatchObject({
      value: 1.5,
      level: 'WARNING',
      decoration: 'WARNING_LOG',
    });
    expect(zebra.values['system_hr_name']).toMatchObject({ value: 'Debian 12', level: null, recent: [] });
    expect(zebra.age).toBeLessThan(5);
    expect(new Date(zebra.since).getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('filters, sorts and cuts', async () => {
    const { json } = await three();
    const names = async (query: string) =>
      page(await json(`/api/servers?${query}`)).servers.map(({ alias }) => alias);
    expect(await names('status=online,offline')).toEqual(['Mango', 'Zebra']);
    expect(await names('tag=db')).toEqual(['apple']);
    expect(await names('tag=db,eu')).toEqual(['apple', 'Zebra']);
    expect(await names('q=127.0%20web')).toEqual(['Zebra']);
    expect(await names('q=DEBIAN')).toEqual(['Zebra']);
    expect(await names('sort=status')).toEqual(['Zebra', 'apple', 'Mango']);
    expect(await names('sort=status&order=desc')).toEqual(['Mango', 'apple', 'Zebra']);
    expect(await names('sort=cpu_total&order=desc')).toEqual(['Zebra', 'apple', 'Mango']);
    expect(await names('sort=age')).toEqual(['Zebra', 'apple', 'Mango']);
    expect(await names('offset=1&limit=1')).toEqual(['Mango']);
    expect(await names('limit=0')).toEqual([]);
  });

  it.each([
    ['limit=1001', 'limit must be a whole number from 0 to 1000, not "1001"'],
    ['offset=-1', 'offset must be a whole number of at least 0, not "-1"'],
    ['sort=password', /^sort must be one of name, status, address, age, system_hr_name/],
    ['order=up', 'order must be asc or desc, not "up"'],
    ['status=SLEEPING', /^status must be one of ONLINE, SNMP/],
    ['sort=name&sort=age', 'sort must be given once'],
    ['page=2', /^there is no parameter "page"/],
    [`q=${'x'.repeat(300)}`, 'q must have at most 200 characters'],
    ['sort=__proto__', /^sort must be one of/],
    ['sort=constructor', /^sort must be one of/],
  ])('refuses %s', async (query, detail) => {
    const { json } = await fleetApi([]);
    const [status, body] = await json(`/api/servers?${query}`);
    expect([status, body['detail']]).toEqual([
      400,
      typeof detail === 'string' ? detail : expect.stringMatching(detail),
    ]);
  });
});

describe('GET /api/4/serverslist', () => {
  it('has the form that clients know', async () => {
    const { send, well, ids } = await three();
    const list = JSON.parse((await send({ path: '/api/4/serverslist' })).body) as unknown[];
    expect(list[0]).toEqual({
      key: ids[0],
      name: '127.0.0.1',
      port: String(well.port),
      alias: 'Zebra',
      protocol: 'rest',
      username: 'glances',
      ip: '127.0.0.1',
      status: 'ONLINE',
      type: 'STATIC',
      columns: ['system_hr_name', 'load_min5', 'cpu_total', 'mem_percent'],
      system_hr_name: 'Debian 12',
      system_hr_name_decoration: 'DEFAULT',
      load_min5: 1.5,
      load_min5_decoration: 'WARNING_LOG',
      cpu_total: 12.5,
      cpu_total_decoration: 'OK_LOG',
      mem_percent: 40,
      mem_percent_decoration: 'OK',
    });
    expect(list[2]).toMatchObject({ status: 'OFFLINE' });
    expect(list[2]).not.toHaveProperty('cpu_total');
  });
});

describe('/api/servers/stream', () => {
  it('begins with all servers, or behind a position, and goes on with what changes', async () => {
    const { port, json, well, ids } = await three();
    const stream = await openStream(port, '/api/servers/stream');
    const hello = JSON.parse((await stream.until('hello')).data) as Record<string, unknown>;
    expect(hello).toMatchObject({ version: '4.0.0', heartbeat: 15, refresh: 0.2 });
    const first = JSON.parse((await stream.until('servers')).data) as ServersEvent;
    expect(first.servers.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(first).toMatchObject({ removed: [], total: 3, tags: ['db', 'eu', 'web'] });

    const { position } = page(await json('/api/servers'));
    const later = await openStream(port, `/api/servers/stream?last_event_id=${position}`, GZIP);
    expect(later.headers['content-encoding']).toBe('gzip');
    const shown = (): (string | undefined)[] =>
      later
        .named('servers')
        .flatMap(({ data }) => (JSON.parse(data) as ServersEvent).servers)
        .filter(({ id }) => id === ids[0])
        .map(({ status }) => status);
    await vi.waitFor(() => expect(shown().at(-1)).toBe('ONLINE'));
    await well.close();
    await vi.waitFor(() => expect(shown().at(-1)).toBe('OFFLINE'));
    const serials = later.named('servers').map(({ id = '' }) => Number(id.split('.')[1]));
    expect(serials).toEqual([...serials].sort((a, b) => a - b));
  });

  it('asks for the password of the hub, and ends no later than the hub', async () => {
    const { port, send } = await fleetApi([], { hasPassword: true });
    expect((await openStream(port, '/api/servers/stream')).status).toBe(401);
    expect((await openStream(port, '/api/servers/stream', LOGIN)).status).toBe(200);
    expect((await send({ path: '/api/servers', headers: { authorization: 'Basic x' } })).status).toBe(401);
  });
});
