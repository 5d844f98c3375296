/** The routes of a hub about the servers that it watches. */
import { statSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Method, OpenApiDocument } from '../../src/api/openapi/types.ts';
import type { ServerPage } from '../../src/api/routes/servers/list-route.ts';
import { createAddedFile } from '../../src/fleet/added-file.ts';
import type { Row } from '../../src/fleet/row.ts';
import { createJudge } from '../support/described-api.ts';
import { openStream } from '../support/event-stream.ts';
import { agentServer, httpServer, PLUGINS, serverAt } from '../support/fake-servers.ts';
import { fleetApi, LOGIN } from '../support/fleet-api.ts';
import { fakeAuthenticator, guardedApi, PASSWORD, USER } from '../support/guarded-api.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const GZIP = { 'accept-encoding': 'gzip' };

const page = ([status, body]: [number, unknown]): ServerPage => {
  expect(status).toBe(200);
  return body as ServerPage;
};

/** Three servers: one that answers, one that asks for a password, one that is not there. */
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
  it('shows status, reason, values with levels, ages and courses', async () => {
    const { json, ids, until } = await three();
    await vi.waitFor(async () => {
      const { servers } = page(await json('/api/servers?q=zebra'));
      expect(servers[0]?.values['cpu_total']?.course.length).toBeGreaterThan(1);
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
    const [apple, mango, zebra] = list.servers as [Row, Row, Row];
    expect(apple).toMatchObject({ status: 'PROTECTED', age: null, values: {} });
    expect(mango.reason).toBe(`nothing listens on ${mango.id}`);
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
    expect(zebra.values['system_hr_name']).toMatchObject({ value: 'Debian 12', level: null, course: [] });
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
    ['offset=-1', 'offset must be a whole number of 0 or more, not "-1"'],
    ['sort=password', /^sort must be one of name, status, address, age, system_hr_name/],
    ['order=up', 'order must be one of asc, desc, not "up"'],
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

interface Event {
  servers: Row[];
  removed: string[];
  counts: Record<string, number>;
  total: number;
  tags: string[];
}

describe('/api/servers/stream', () => {
  it('begins with all servers, or behind a position, and goes on with what changes', async () => {
    const { port, json, well, ids } = await three();
    const stream = await openStream(port, '/api/servers/stream');
    const hello = JSON.parse((await stream.until('hello')).data) as Record<string, unknown>;
    expect(hello).toMatchObject({ version: '4.0.0', heartbeat: 15, refresh: 0.2 });
    const first = JSON.parse((await stream.until('servers')).data) as Event;
    expect(first.servers.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(first).toMatchObject({ removed: [], total: 3, tags: ['db', 'eu', 'web'] });

    const { position } = page(await json('/api/servers'));
    const later = await openStream(port, `/api/servers/stream?last_event_id=${position}`, GZIP);
    expect(later.headers['content-encoding']).toBe('gzip');
    const shown = (): (string | undefined)[] =>
      later
        .named('servers')
        .flatMap(({ data }) => (JSON.parse(data) as Event).servers)
        .filter(({ id }) => id === ids[0])
        .map(({ status }) => status);
    await vi.waitFor(() => expect(shown().at(-1)).toBe('ONLINE'), 8000);
    await well.close();
    await vi.waitFor(() => expect(shown().at(-1)).toBe('OFFLINE'), 8000);
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

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
});

describe('POST and DELETE /api/servers', () => {
  it('adds a server, keeps it in a private file, and removes it', async () => {
    const remote = await agentServer(`Basic ${Buffer.from('gander:pa:ss').toString('base64')}`);
    const path = `${temporaryTree()}/state/servers.json`;
    const addedFile = createAddedFile(path);
    const { json, send, until, port } = await fleetApi([], { hasPassword: true, hub: { addedFile } });
    const stream = await openStream(port, '/api/servers/stream', LOGIN);
    const added = { name: '127.0.0.1', port: remote.port, alias: 'New', tags: ['x', 'x'], password: 'pa:ss' };
    const [status, row] = await json('/api/servers', post(added));
    expect([status, row]).toEqual([
      201,
      expect.objectContaining({
        alias: 'New',
        type: 'ADDED',
        tags: ['x'],
        protocol: 'rest',
        status: 'UNKNOWN',
      }),
    ]);
    const id = row['id'] as string;
    await until(id, 'ONLINE');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await json('/api/servers', post(added)))[0]).toBe(409);

    const again = await fleetApi([], { hub: { addedFile } });
    await again.until(id, 'ONLINE');
    expect((await again.send({ path: '/api/servers' })).body).not.toContain('pa:ss');

    const gone = await send({ path: `/api/servers/${encodeURIComponent(id)}`, method: 'DELETE' });
    expect([gone.status, gone.body]).toEqual([204, '']);
    expect(addedFile.read()).toEqual([]);
    expect((await json(`/api/servers/${encodeURIComponent(id)}`, { method: 'DELETE' }))[0]).toBe(404);
    await vi.waitFor(() =>
      expect(stream.named('servers').flatMap(({ data }) => (JSON.parse(data) as Event).removed)).toEqual([
        id,
      ]),
    );
    expect(stream.text()).not.toContain('pa:ss');
  });

  it.each<[string, unknown, number, RegExp]>([
    ['no name', {}, 400, /^name: expected a host name or an address/],
    ['a path', { name: 'db1/x' }, 400, /^name: /],
    ['a metadata address', { name: '169.254.169.254', port: 80 }, 400, /^name: .*link-local/],
    ['a link-local address', { name: 'http://[fe80::1]' }, 400, /^name: .*link-local/],
    ['a URL with a password', { name: 'http://a:b@db1' }, 400, /^name: /],
    ['another scheme', { name: 'file:///etc/passwd' }, 400, /^name: /],
    ['a port of 0', { name: 'db1', port: 0 }, 400, /^port must be a whole number from 1 to 65535$/],
    ['a port as text', { name: 'db1', port: '80' }, 400, /^port /],
    ['another protocol', { name: 'db1', protocol: 'gopher' }, 400, /^protocol must be rest or rpc$/],
    ['tags that are none', { name: 'db1', tags: [1] }, 400, /^tags must be a list of texts$/],
    ['an unknown member', { name: 'db1', uri: 'x' }, 400, /^there is no member "uri"/],
    ['a password that is none', { name: 'db1', password: 7 }, 400, /^password must be a text$/],
    ['a list', [], 400, /^expected a JSON object/],
    ['a long alias', { name: 'db1', alias: 'x'.repeat(300) }, 400, /^alias must have at most 256/],
  ])('refuses %s', async (_, body, status, detail) => {
    const { json } = await fleetApi([], { hasPassword: true });
    const [got, answer] = await json('/api/servers', post(body));
    expect([got, answer['detail']]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('gives a server of the configuration the password it asks for, and keeps it', async () => {
    const remote = await agentServer(`Basic ${Buffer.from('gander:pa:ss').toString('base64')}`);
    const addedFile = createAddedFile(`${temporaryTree()}/servers.json`);
    const listed = serverAt(remote.port, { alias: 'Vault' });
    const { json, until, state } = await fleetApi([listed], { hasPassword: true, hub: { addedFile } });
    await until(listed.id, 'PROTECTED');
    const path = `/api/servers/${encodeURIComponent(listed.id)}/password`;
    expect(await json(path, post({ password: '' }))).toEqual([
      400,
      { detail: expect.stringContaining('1 to 256 characters') as string },
    ]);
    expect(await json(path, post({ password: 'pa:ss' }))).toEqual([200, true]);
    await until(listed.id, 'ONLINE');
    expect(state(listed.id).server).toMatchObject({ type: 'STATIC', alias: 'Vault' });
    // It is still one of the configuration, which cannot be removed here.
    const gone = await json(`/api/servers/${encodeURIComponent(listed.id)}`, { method: 'DELETE' });
    expect(gone[0]).toBe(409);
    const again = await fleetApi([listed], { hub: { addedFile } });
    await again.until(listed.id, 'ONLINE');
    expect((await again.json(path, post({ password: 'x' })))[0]).toBe(403);
  });

  it('refuses everybody without a password, other sites, forms, and API keys', async () => {
    const open = await fleetApi([]);
    expect(await open.json('/api/servers', post({ name: 'db1' }))).toEqual([
      403,
      { detail: 'Servers are added and removed only where a password is set: start the hub with --password' },
    ]);
    const { send, port, hub } = await fleetApi([serverAt(1)], { hasPassword: true });
    const status = async (headers: Record<string, string>, type = 'application/json') =>
      (
        await send({
          path: '/api/servers',
          ...post({ name: 'db1' }),
          headers: { ...headers, 'content-type': type },
        })
      ).status;
    expect(await status({ origin: 'http://evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status({}, 'text/plain')).toBe(415);
    expect(await status({ authorization: '' })).toBe(401);
    expect(hub.states()).toHaveLength(1);
    expect(await status({ origin: `http://127.0.0.1:${port}` })).toBe(201);
    expect((await send({ path: '/api/servers/127.0.0.1%3A1', method: 'DELETE' })).status).toBe(409);
  });
});

describe('/servers/{id}/api/…', () => {
  it('passes on to an agent, logs in there, and shows nothing of the login', async () => {
    const remote = await guardedApi({ authenticator: fakeAuthenticator() });
    const server = serverAt(remote.port, { password: PASSWORD, username: USER });
    const { until, send } = await fleetApi([server]);
    await until(server.id, 'ONLINE');
    const path = `/servers/${encodeURIComponent(server.id)}/api/4/cpu`;
    const answer = await send({ path });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      expect.objectContaining({ total: expect.any(Number) }),
    ]);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const { etag = '' } = answer.headers;
    const unchanged = await send({ path, headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, '', etag]);
    expect((await send({ path: path.replace('cpu', 'processes/x') })).status).toBe(422);
    expect((await send({ path: path.replace('cpu', 'nothing/at/all') })).status).toBe(404);
  });

  it('says of an agent without a history on disk that it keeps none', async () => {
    const server = serverAt((await agentServer()).port);
    const { until, json } = await fleetApi([server]);
    await until(server.id, 'ONLINE');
    expect(await json(`/servers/${encodeURIComponent(server.id)}/api/archive`)).toMatchObject([
      200,
      { state: 'off', reason: 'this agent keeps none', fleet: null },
    ]);
  });

  it('passes on nothing of the reader but validators', async () => {
    const remote = await agentServer();
    const server = serverAt(remote.port);
    const { until, send } = await fleetApi([server], { hasPassword: true });
    await until(server.id, 'ONLINE');
    remote.asked.length = 0;
    const headers = { cookie: 'a=b', 'x-secret': '1', 'if-none-match': '"x"', 'user-agent': 'mine' };
    await send({ path: `/servers/${server.id}/api/plugins?a=1`, headers });
    const asked = remote.asked.find(({ path }) => path === '/api/plugins?a=1');
    expect(Object.keys(asked?.headers ?? {}).sort()).toEqual([
      'accept',
      'connection',
      'host',
      'if-none-match',
    ]);
  });

  it.each<[string, string, number]>([
    ['a server that is not known', '/servers/nobody/api/4/cpu', 404],
    ['a hostile id', '/servers/%2e%2e%2f%2e%2e/api/4/cpu', 404],
    ['its configuration', '/servers/ID/api/4/config', 404],
    ['its configuration, written otherwise', '/servers/ID/api/4/x/%2e%2e/conf%69g/passwords', 404],
    ['its arguments', '/servers/ID/api/4//args', 404],
    ['what is no API', '/servers/ID/api/../docs', 404],
    ['what is no API, escaped', '/servers/ID/api/%2e%2e/docs', 404],
    ['its configuration, behind a query that is none', '/servers/ID/api/4/cpu%3F/../config', 404],
    ['its arguments, behind a fragment that is none', '/servers/ID/api/4/x%23/../args', 404],
    ['its own servers', '/servers/ID/api/4/serverslist', 404],
  ])('does not pass on requests for %s', async (_, path, expected) => {
    const remote = await agentServer(null, { ...PLUGINS, config: { secret: 'x' }, args: { password: 'x' } });
    const server = serverAt(remote.port);
    const { send, until } = await fleetApi([server]);
    await until(server.id, 'ONLINE');
    remote.asked.length = 0;
    const { status } = await send({ path: path.replace('ID', server.id) });
    expect(status).toBe(expected);
    expect(
      remote.asked.filter(({ path: asked }) => /config|args|docs/.test(decodeURIComponent(asked))),
    ).toEqual([]);
  });

  it('masks secrets among limits', async () => {
    const limits = { ip: { ip_public_password: ['hunter2'], ip_refresh: 60 } };
    const remote = await agentServer(null, { ...PLUGINS, 'all/limits': limits });
    const { json, until } = await fleetApi([serverAt(remote.port)]);
    await until(`127.0.0.1:${remote.port}`, 'ONLINE');
    for (const path of ['all/limits', 'all/%6cimits', 'all/%6C%69mits'])
      expect(await json(`/servers/127.0.0.1:${remote.port}/api/4/${path}`)).toEqual([
        200,
        { ip: { ip_public_password: '********', ip_refresh: 60 } },
      ]);
  });

  it('is not held up by limits that somebody has made for it', async () => {
    const limits = { a: { b: Array.from({ length: 500_000 }, () => [0]) } };
    const remote = await agentServer(null, { ...PLUGINS, 'all/limits': limits });
    const { json, until } = await fleetApi([serverAt(remote.port)]);
    await until(`127.0.0.1:${remote.port}`, 'ONLINE');
    expect((await json(`/servers/127.0.0.1:${remote.port}/api/4/all/limits`))[0]).toBe(502);
  });

  it('says what goes wrong there, and never asks for another password', async () => {
    const answers: Record<string, [number, Record<string, string>, string]> = {
      '/api/4/cpu': [200, { 'content-type': 'text/html' }, '<script>alert(1)</script>'],
      '/api/4/docker': [401, { 'content-type': 'application/json', 'www-authenticate': 'Basic' }, '{}'],
      '/api/4/psutilversion': [302, { location: 'http://169.254.169.254/' }, ''],
      '/api/4/pluginslist': [500, { 'content-type': 'application/json', 'set-cookie': 'a=b' }, '{}'],
      '/api/4/all': [200, { 'content-type': 'application/json', 'set-cookie': 'a=b' }, '{}'],
    };
    const remote = await httpServer((request, response) => {
      const [status, headers, body] = answers[request.url ?? ''] ?? [
        200,
        { 'content-type': 'application/json' },
        '{"version":"4"}',
      ];
      response.writeHead(status, headers).end(body);
    });
    const server = serverAt(remote.port);
    const { json, send } = await fleetApi([server]);
    const at = (path: string) => json(`/servers/${server.id}/api/4/${path}`);
    const host = server.id;
    expect(await at('cpu')).toEqual([502, { detail: `${host} answers with HTML instead of JSON` }]);
    expect(await at('docker')).toEqual([
      502,
      { detail: `${host} asks for a password that this hub does not have` },
    ]);
    expect(await at('psutilversion')).toEqual([
      502,
      { detail: `${host} leads to another address, which is not followed` },
    ]);
    expect(await at('pluginslist')).toEqual([502, { detail: `${host} answers with status 500` }]);
    const { headers } = await send({ path: `/servers/${server.id}/api/4/all` });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['www-authenticate']).toBeUndefined();
  });

  it('passes streams on, and ends them with either side', async () => {
    const remote = await guardedApi();
    const server = serverAt(remote.port);
    const { until, port } = await fleetApi([server]);
    await until(server.id, 'ONLINE');
    const stream = await openStream(port, `/servers/${server.id}/api/stream?plugins=cpu`);
    expect(stream.headers['content-type']).toContain('text/event-stream');
    await stream.until('hello');
    await stream.until('cpu');
    const packed = await openStream(port, `/servers/${server.id}/api/stream?plugins=cpu`, GZIP);
    expect(packed.headers['content-encoding']).toBe('gzip');
    await packed.until('cpu');
    await remote.close();
    await Promise.all([stream.ended, packed.ended]);
    const plain = await agentServer();
    const other = await fleetApi([serverAt(plain.port)]);
    expect((await openStream(other.port, `/servers/127.0.0.1:${plain.port}/api/stream`)).status).toBe(404);
  });

  it('passes on no more than two actions, and those for pages of its own only', async () => {
    const remote = await guardedApi();
    const server = serverAt(remote.port);
    const { until, send } = await fleetApi([server], { hasPassword: true });
    await until(server.id, 'ONLINE');
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await send({ path: `/servers/${server.id}/api/4/${path}`, method: 'POST', headers })).status;
    expect(await status('events/clear/all')).toBe(200);
    expect(await status('processes/extended/1')).toBe(200);
    expect(await status('processes/extended/disable')).toBe(200);
    expect(await status('token')).toBe(404);
    expect(await status('events/clear/everything')).toBe(404);
    expect(await status('events/clear/all', { origin: 'http://evil.example' })).toBe(403);
    expect((await send({ path: `/servers/${server.id}/api/4/cpu`, method: 'DELETE' })).status).toBe(405);
  });
});

describe('the document', () => {
  it('promises what a hub answers', async () => {
    const remote = await agentServer();
    const server = serverAt(remote.port, { alias: 'One', tags: ['x'] });
    const { send, until } = await fleetApi([server, serverAt(1)], { hasPassword: true });
    await until(server.id, 'ONLINE');
    const problemsOf = createJudge(
      JSON.parse((await send({ path: '/openapi.json' })).body) as OpenApiDocument,
    );
    const judge = async (template: string, asked: Parameters<typeof send>[0] & { path: string }) => {
      const method = (asked.method ?? 'GET').toLowerCase() as Method;
      const { status, headers, body } = await send(asked);
      return [
        status,
        ...problemsOf({ method, template }, { statusCode: status, headers: headers as never, body }),
      ];
    };
    const [list, one, api] = ['/api/servers', '/api/servers/{id}', '/servers/{id}/api/{path}'] as const;
    const id = encodeURIComponent(server.id);
    expect(await judge(list, { path: list })).toEqual([200]);
    expect(await judge(list, { path: `${list}?limit=x` })).toEqual([400]);
    expect(await judge(list, { path: list, ...post({ name: 'db1.invalid' }) })).toEqual([201]);
    expect(await judge(list, { path: list, ...post({ name: 'db1.invalid' }) })).toEqual([409]);
    expect(await judge(list, { path: list, ...post({}) })).toEqual([400]);
    expect(await judge(one, { path: `${list}/db1.invalid%3A61208`, method: 'DELETE' })).toEqual([204]);
    expect(await judge(one, { path: `${list}/${id}`, method: 'DELETE' })).toEqual([409]);
    expect(await judge(api, { path: `/servers/${id}/api/4/cpu` })).toEqual([200]);
    expect(await judge(api, { path: '/servers/nobody/api/4/cpu' })).toEqual([404]);
    expect(await judge(api, { path: '/servers/127.0.0.1%3A1/api/4/cpu' })).toEqual([502]);
    expect(await judge('/api/4/serverslist', { path: '/api/4/serverslist' })).toEqual([200]);
    expect(await judge('/api/values', { path: '/api/values?of=cpu:total' })).toEqual([200]);
  });
});
