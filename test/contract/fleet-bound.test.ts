/** Users who are bound to some servers of a hub, on all of its routes. */
import { expect, it } from 'vitest';
import { openStream } from '../support/event-stream.ts';
import { PLUGINS } from '../support/fake-agent.ts';
import { agentServer, serverAt } from '../support/fake-servers.ts';
import { fleetApi, type ServersEvent } from '../support/fleet-api.ts';
import { basic } from '../support/guarded-api.ts';
import { EVERYTHING_SERVED, routesFrom } from '../../src/http/route/route.ts';
import { allRoutes } from '../../src/run/features/index.ts';

const EVE = { user: 'eve', role: 'operator', hash: 'eve', edition: 'eve', servers: ['tag:web'] } as const;
const AS_EVE = { headers: { authorization: basic('eve', 'eve') } };

async function two() {
  const [web, database] = [await agentServer(), await agentServer()];
  const servers = [
    serverAt(web.port, { alias: 'shop', tags: ['web', 'eu'] }),
    serverAt(database.port, { alias: 'ledger', tags: ['db'] }),
  ];
  const api = await fleetApi(servers, { hasPassword: true, users: [EVE] });
  const [own, other] = servers.map(({ id }) => id) as [string, string];
  await Promise.all([api.until(own, 'ONLINE'), api.until(other, 'ONLINE')]);
  return { ...api, own, other };
}

it('all routes are closed to them but those that answer from their servers, which say nothing of others', async () => {
  const { json, send, own, other } = await two();
  const routes = routesFrom(allRoutes(), {
    plugins: PLUGINS,
    version: '4.0.0',
    examples: {},
    served: { ...EVERYTHING_SERVED, access: 'protected' },
  }).filter(({ access }) => access !== 'open');
  const open: string[] = [];
  for (const { method, path } of routes) {
    if (path === '/api/servers/stream' || path.endsWith('/api/stream')) continue;
    const url = path.replace('{id}', encodeURIComponent(other)).replaceAll(/\{\w+\*?\}/g, '1');
    const { status, body } = await send({ path: url, method, ...AS_EVE });
    expect(body, path).not.toMatch(/ledger|"db"/);
    if (status === 403 || status === 404) continue;
    open.push(path);
  }
  // Of those, the server of another is unknown, and routes of this host are closed.
  expect([...new Set(open)].sort()).toEqual([
    '/api/4/serverslist',
    '/api/me',
    '/api/servers',
    '/api/servers/alerts',
    '/api/servers/explain',
  ]);
  for (const path of [
    '/api/4/all',
    '/api/4/cpu',
    '/api/stream',
    '/metrics',
    '/api/history',
    '/api/audit',
    '/mcp',
  ])
    expect((await send({ path, ...AS_EVE })).status, path).toBe(403);
  expect((await json(`/servers/${own}/api/4/cpu`, AS_EVE))[0]).toBe(200);
  expect((await json(`/servers/${other}/api/4/cpu`, AS_EVE))[0]).toBe(404);
  expect((await send({ path: `/servers/${other}/api/stream`, ...AS_EVE })).status).toBe(404);
  expect((await json(`/api/servers/explain?server=${other}`, AS_EVE))[0]).toBe(404);
  expect(await json('/api/servers', AS_EVE)).toEqual([
    200,
    expect.objectContaining({
      total: 1,
      matching: 1,
      tags: ['eu', 'web'],
      counts: { ONLINE: 1, SNMP: 0, PROTECTED: 0, OFFLINE: 0, UNKNOWN: 0 },
      servers: [expect.objectContaining({ id: own })],
    }),
  ]);
  expect((await json('/api/servers'))[1]).toMatchObject({ total: 2 });
  expect((await json('/api/me', AS_EVE))[1]).toMatchObject({ servers: ['tag:web'] });
});

it('an admin whom a file edited by hand binds to servers is bound', async () => {
  const { send } = await fleetApi([], { hasPassword: true, users: [{ ...EVE, role: 'admin' }] });
  const ask = async () => (await send({ path: '/api/4/all', ...AS_EVE })).status;
  // The third one is answered from memory.
  expect([await ask(), await ask(), await ask()]).toEqual([403, 403, 403]);
});

it('streams hold their servers alone', async () => {
  const { port, own } = await two();
  const stream = await openStream(port, '/api/servers/stream', AS_EVE.headers);
  const { servers, total } = JSON.parse((await stream.until('servers')).data) as ServersEvent;
  expect([servers.map(({ id }) => id), total]).toEqual([[own], 1]);
});
