/** The routes of a hub that change its list of servers, and the documented form of all its replies. */
import { keptProblems } from '../support/file-problems.ts';
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Method, OpenApiDocument } from '../../src/http/openapi/types.ts';
import { createAddedFile } from '../../src/fleet/hub/added-file.ts';
import { createJudge } from '../support/described-api.ts';
import { openStream } from '../support/event-stream.ts';
import { PLANNED_STOP_HEADER, plannedStopIn } from '../../src/net/agents/planned-stop.ts';
import { agentServer, httpServer, serverAt } from '../support/fake-servers.ts';
import { fleetApi, LOGIN, type ServersEvent } from '../support/fleet-api.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
});

it('takes the planned stop of a server by its token alone', async () => {
  let told: string | string[] | undefined;
  const agent = await httpServer((request, response) => {
    told = request.headers[PLANNED_STOP_HEADER];
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"version":"4.0.0","values":{}}');
  });
  const server = serverAt(agent.port);
  const { hub, json, until, port } = await fleetApi([server], { hasPassword: true });
  hub.start({ isSecure: false, port: 61_208, prefix: '' });
  await until(server.id, 'ONLINE');
  await vi.waitFor(() => expect(plannedStopIn(told)).not.toBeNull());
  const say = async (token: unknown): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/api/servers/planned-stop`, post({ token }))).status;
  expect([await say('wrong'), await say(7), await say(plannedStopIn(told)?.token)]).toEqual([404, 404, 200]);
  await agent.close();
  await until(server.id, 'OFFLINE');
  const [, { servers }] = await json('/api/servers');
  expect(servers).toMatchObject([{ reason: expect.stringMatching(/^it was stopped as planned/) as string }]);
});

describe('POST and DELETE /api/servers', () => {
  it('adds a server, keeps it in a private file, and removes it', async () => {
    const remote = await agentServer(`Basic ${Buffer.from('gander:pa:ss').toString('base64')}`);
    const path = `${temporaryTree()}/state/servers.json`;
    const addedFile = createAddedFile(path, keptProblems().problems);
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
    expect(addedFile.load().value).toEqual([]);
    expect((await json(`/api/servers/${encodeURIComponent(id)}`, { method: 'DELETE' }))[0]).toBe(404);
    await vi.waitFor(() =>
      expect(
        stream.named('servers').flatMap(({ data }) => (JSON.parse(data) as ServersEvent).removed),
      ).toEqual([id]),
    );
    expect(stream.text()).not.toContain('pa:ss');
  });

  it('says why it cannot keep a server, and leaves the file as it is', async () => {
    const path = `${temporaryTree({ 'servers.json': '[{' })}/servers.json`;
    const { json } = await fleetApi([], {
      hasPassword: true,
      hub: { addedFile: createAddedFile(path, keptProblems().problems) },
    });
    expect(await json('/api/servers', post({ name: 'db1' }))).toEqual([
      500,
      {
        detail: `The server cannot be kept: ${path} is damaged: it is not JSON. Repair it or move it away, then restart Gander`,
      },
    ]);
    expect(readFileSync(path, 'utf8')).toBe('[{');
    expect((await json('/api/servers'))[1]['servers']).toEqual([]);
  });

  it.each<[string, unknown, number, RegExp]>([
    ['no name', {}, 400, /^name must be a text/],
    ['a path', { name: 'db1/x' }, 400, /^name: /],
    ['a metadata address', { name: '169.254.169.254', port: 80 }, 400, /^name: .*link-local/],
    ['a metadata address as a number', { name: '2852039166' }, 400, /^name: .*link-local/],
    ['a metadata address with a dot', { name: '169.254.169.254.' }, 400, /^name: .*link-local/],
    ['a link-local address', { name: 'http://[fe80::1]' }, 400, /^name: .*link-local/],
    ['a URL with a password', { name: 'http://a:b@db1' }, 400, /^name: /],
    ['another scheme', { name: 'file:///etc/passwd' }, 400, /^name: /],
    ['a port of 0', { name: 'db1', port: 0 }, 400, /^port must be a whole number from 1 to 65535, or null$/],
    ['a port as text', { name: 'db1', port: '80' }, 400, /^port /],
    ['another protocol', { name: 'db1', protocol: 'gopher' }, 400, /^protocol must be rest or rpc, or null$/],
    ['tags that are none', { name: 'db1', tags: [1] }, 400, /^tags\[0\] must be a text$/],
    ['an unknown member', { name: 'db1', uri: 'x' }, 400, /^there is no member "uri"/],
    ['a password that is none', { name: 'db1', password: 7 }, 400, /^password must be a text of/],
    ['a list', [], 400, /must be an object/],
    ['a long alias', { name: 'db1', alias: 'x'.repeat(300) }, 400, /^alias must be a text of at most 256/],
  ])('refuses %s', async (_, body, status, detail) => {
    const { json } = await fleetApi([], { hasPassword: true });
    const [got, answer] = await json('/api/servers', post(body));
    expect([got, answer['detail']]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('gives a server of the configuration the password it asks for, and keeps it', async () => {
    const remote = await agentServer(`Basic ${Buffer.from('gander:pa:ss').toString('base64')}`);
    const addedFile = createAddedFile(`${temporaryTree()}/servers.json`, keptProblems().problems);
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
    // It is still in the configuration and cannot be removed here.
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
      {
        detail: 'Servers are added and removed only where a password is set: start the agent with --password',
      },
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
