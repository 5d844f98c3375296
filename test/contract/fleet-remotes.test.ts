/** The API of a server through a hub: forwarded and refused requests, and errors as clients see them. */
import { describe, expect, it, vi } from 'vitest';
import { openStream } from '../support/event-stream.ts';
import { agentServer, httpServer, PLUGINS, serverAt } from '../support/fake-servers.ts';
import { fleetApi } from '../support/fleet-api.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { basic, fakeAuthenticator, guardedApi, PASSWORD, USER } from '../support/guarded-api.ts';

const GZIP = { 'accept-encoding': 'gzip' };

/** A server with this reply to `/api/explain`. */
const explainingServer = (status: number, answer: unknown) =>
  httpServer((request, response) => {
    const isAsked = request.url?.startsWith('/api/explain') === true;
    response
      .writeHead(isAsked ? status : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isAsked ? answer : { version: '4' }));
  });

it('values, histories and the stream of a server have gaps in place of numbers that are impossible', async () => {
  const evil = [50, 1.8e19, -1, 100];
  const columns = { avg: evil, min: evil, max: evil };
  const answers: Readonly<Record<string, unknown>> = {
    '/api/history/range': {
      from: 0,
      series: { 'fs//home_percent': columns, 'nosuch/percent': columns, 'fs/x': null },
    },
    '/api/history': { fs: { times: [1, 2, 3, 4], series: { '/home_percent': evil } }, x: 7 },
    '/api/history/moment': {
      time: 1,
      objects: { cpu: { total: -1, user: 3 } },
      lists: { fs: { key: 'mnt_point', items: { '/': { percent: 101 } } } },
    },
    '/api/history/top': {
      time: 1,
      cpu: [
        { name: 'a', value: -1 },
        { name: 'b', value: 5 },
      ],
      swap: null,
    },
    '/api/4/cpu': { total: 1.8e19, user: 3 },
    '/api/4/fs': [{ mnt_point: '/', percent: 101 }],
    '/api/3/fs/percent': { percent: [50, 101] },
    '/api/4/all': { cpu: { total: 3, user: -1 }, of_newer: { total: -1 }, fs: [] },
    '/api/4/cpu/history': { total: evil.map((value, at) => [at, value]), name: [['a', 'b']] },
  };
  const remote = await httpServer((request, response) => {
    if (request.url?.startsWith('/api/stream') === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: hello\ndata: {}\n\nevent: cpu\ndata: {"total":-1,"user":3}\n\n');
      return;
    }
    const found = answers[request.url?.split('?')[0] ?? ''] ?? { version: '4' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  });
  const server = serverAt(remote.port);
  const { json, until, port } = await fleetApi([server]);
  await until(server.id, 'ONLINE');
  const stream = await openStream(port, `/servers/${server.id}/api/stream?plugins=cpu`);
  expect(JSON.parse((await stream.until('cpu')).data ?? '')).toEqual({ total: null, user: 3 });
  const ask = async (path: string) => (await json(`/servers/${server.id}${path}`))[1];
  const good = [50, null, null, 100];
  const goodColumns = { avg: good, min: good, max: good };
  expect(await ask('/api/history/range?series=fs//home_percent&from=-1h')).toEqual({
    from: 0,
    series: { 'fs//home_percent': goodColumns, 'nosuch/percent': columns, 'fs/x': null },
  });
  expect(await ask('/api/history?series=fs//home_percent')).toEqual({
    fs: { times: [1, 2, 3, 4], series: { '/home_percent': good } },
    x: 7,
  });
  expect(await ask('/api/history/moment?at=-1h')).toEqual({
    time: 1,
    objects: { cpu: { total: null, user: 3 } },
    lists: { fs: { key: 'mnt_point', items: { '/': { percent: null } } } },
  });
  expect(await ask('/api/history/top?at=-1h')).toEqual({
    time: 1,
    cpu: [{ name: 'b', value: 5 }],
    swap: null,
  });
  expect(await ask('/api/4/cpu')).toEqual({ total: null, user: 3 });
  expect(await ask('/api/4/fs')).toEqual([{ mnt_point: '/', percent: null }]);
  expect(await ask('/api/3/fs/percent')).toEqual({ percent: [50, null] });
  expect(await ask('/api/4/all')).toEqual({
    cpu: { total: 3, user: null },
    of_newer: { total: -1 },
    fs: [],
  });
  expect(await ask('/api/4/cpu/history')).toEqual({
    total: good.map((value, at) => [at, value]),
    name: [['a', 'b']],
  });
});

it.each([
  ['viewer', false],
  ['operator', true],
] as const)('a %s of the hub sees arguments of processes of a server: %s', async (role, seesArguments) => {
  const processes = [{ pid: 1, name: 'app', cmdline: ['app', '--token=hunter2'] }];
  const remote = await httpServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const isStream = path === '/api/stream';
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    if (isStream) response.end(`event: processlist\ndata: ${JSON.stringify(processes)}\n\n`);
    else if (path.endsWith('/all')) response.end(JSON.stringify({ processlist: processes }));
    else if (path.includes('process')) response.end(JSON.stringify(processes));
    else response.end('{"version":"4"}');
  });
  const server = serverAt(remote.port);
  const users = [{ user: 'eve', role, hash: 'eve', edition: '', servers: null }];
  const { send, until, port } = await fleetApi([server], {
    hasPassword: true,
    users,
    api: { registry: plugins },
  });
  await until(server.id, 'ONLINE');
  const headers = { authorization: basic('eve', 'eve') };
  const below = `/servers/${server.id}/api`;
  for (const path of [
    '4/all',
    '3/all',
    '4/processlist',
    '4/processlist/cmdline',
    '2/processlist',
    'processes',
  ]) {
    const { status, body } = await send({ path: `${below}/${path}`, headers });
    expect([status, body.includes('hunter2')], path).toEqual([200, seesArguments]);
  }
  const stream = await openStream(port, `${below}/stream?plugins=processlist`, headers);
  expect((await stream.until('processlist')).data.includes('hunter2')).toBe(seesArguments);
});

describe('/api/servers/explain', () => {
  const said = (cause: string) => ({ verdict: { cause, sentence: `It was ${cause}.` } });

  it('says which servers of the same tag were slow for another reason', async () => {
    const ports = await Promise.all(
      [
        [200, said('cpu')],
        [200, said('cpu')],
        [200, said('none')],
        [404, { detail: 'unknown' }],
        [200, ['anything']],
        [200, said('cpu')],
      ].map(async ([status, answer]) => (await explainingServer(status as number, answer)).port),
    );
    const servers = ports.map((port, index) => serverAt(port, { tags: index === 5 ? ['db'] : ['web'] }));
    const { json, until } = await fleetApi(servers);
    for (const { id } of servers) await until(id, 'ONLINE');
    const [status, answer] = await json(`/api/servers/explain?server=${servers[0]?.id}&from=-10m`);
    expect([status, answer]).toEqual([
      200,
      {
        tags: ['web'],
        servers: [
          { id: servers[0]?.id, cause: 'cpu', sentence: 'It was cpu.', reason: null, differs: false },
          { id: servers[1]?.id, cause: 'cpu', sentence: 'It was cpu.', reason: null, differs: false },
          { id: servers[2]?.id, cause: 'none', sentence: 'It was none.', reason: null, differs: true },
          {
            id: servers[3]?.id,
            cause: null,
            sentence: null,
            reason: 'it has no /api/explain, as agents of Gander have',
            differs: null,
          },
          {
            id: servers[4]?.id,
            cause: null,
            sentence: null,
            reason: 'it answers with something else than was asked',
            differs: null,
          },
        ],
      },
    ]);
    expect((await json('/api/servers/explain?server=nobody'))[0]).toBe(404);
    expect((await json('/api/servers/explain'))[0]).toBe(400);
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

  it('says of an agent without a history on disk or forecasts that it has none', async () => {
    const server = serverAt((await agentServer()).port);
    const { until, json } = await fleetApi([server]);
    await until(server.id, 'ONLINE');
    expect(await json(`/servers/${encodeURIComponent(server.id)}/api/archive`)).toMatchObject([
      200,
      { state: 'off', reason: 'this agent keeps none', fleet: null },
    ]);
    expect(await json(`/servers/${encodeURIComponent(server.id)}/api/forecasts`)).toEqual([
      200,
      { time: null, forecasts: [], missing: ['This agent is too old for forecasts.'] },
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
      'accept-encoding',
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

  it('passes an explanation on, without the log lines that are for the password of the server', async () => {
    const explanation = {
      verdict: { cause: 'cpu', sentence: 'CPU at 99 %.' },
      happened: [
        { time: 1, kind: 'log', text: 'secret line' },
        { time: 2, kind: 'note', text: 'Deployed' },
      ],
    };
    const { port } = await explainingServer(200, explanation);
    const { json, until } = await fleetApi([serverAt(port)]);
    await until(`127.0.0.1:${port}`, 'ONLINE');
    expect(await json(`/servers/127.0.0.1:${port}/api/explain?from=-1h`)).toEqual([
      200,
      { ...explanation, happened: [{ time: 2, kind: 'note', text: 'Deployed' }] },
    ]);
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
      { detail: `${host} redirects to another address, which is not followed` },
    ]);
    expect(await at('pluginslist')).toEqual([502, { detail: `${host} answers with status 500` }]);
    const { headers } = await send({ path: `/servers/${server.id}/api/4/all` });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['www-authenticate']).toBeUndefined();
  });

  it('answers for servers beside those that hang', async () => {
    const waiting = new Set<string>();
    const hang = (): Promise<{ port: number }> =>
      httpServer((request, response) => {
        if (/cpu\/\d+$/.test(request.url ?? '')) waiting.add(`${request.socket.localPort} ${request.url}`);
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{"version":"4.5.0"}');
      });
    const hanging = await Promise.all(Array.from({ length: 4 }, hang));
    const healthy = serverAt((await agentServer()).port);
    const { until, send, json } = await fleetApi([...hanging.map(({ port }) => serverAt(port)), healthy]);
    await until(healthy.id, 'ONLINE');
    for (const { port } of hanging)
      for (let count = 0; count < 12; count += 1)
        void send({ path: `/servers/127.0.0.1:${port}/api/4/cpu/${count}` }).catch(() => {});
    await vi.waitFor(() => expect(waiting.size).toBe(4 * 8));
    const answers = Array.from({ length: 12 }, () => json(`/servers/${healthy.id}/api/4/cpu`));
    for (const [status] of await Promise.all(answers)) expect(status).toBe(200);
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
