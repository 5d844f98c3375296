import type { RequestListener } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { basic, fakeAuthenticator, guardedApi, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { rpcService } from '../../../test/support/rpc-service.ts';
import { nobody, serveBytes, serveWeb } from '../../../test/support/web-server.ts';
import { stageOne } from '../credentials/password-hash.ts';
import { connect, type ConnectSetup } from './connect.ts';
import { RequestError } from '../transport/request-error.ts';
import { parseAgentTarget } from './target.ts';

const open = (text: string, setup: Partial<ConnectSetup> = {}) =>
  connect({
    target: parseAgentTarget(text),
    major: '4',
    users: [USER],
    password: async () => null,
    timeoutMs: 20_000,
    maxBytes: 100_000,
    ...setup,
  });

/** The problem and the message with which it fails. */
async function refusal(text: string, setup?: Partial<ConnectSetup>): Promise<[string, string]> {
  const error: unknown = await open(text, setup).then(
    () => 'connected',
    (problem: unknown) => problem,
  );
  if (!(error instanceof RequestError)) throw new Error(`not refused: ${String(error)}`);
  return [error.problem, error.message];
}

const json =
  (status: number, value: unknown): RequestListener =>
  (_asked, answer) =>
    void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Serves an agent's status, and scripted replies. */
const agentThen =
  (listener: RequestListener): RequestListener =>
  (asked, answer) =>
    (asked.url === '/api/4/status' ? json(200, { version: '4.5.6' }) : listener)(asked, answer);

describe('connect', () => {
  it('reads over REST', async () => {
    const api = await guardedApi();
    const remote = await open(`127.0.0.1:${api.port}`);
    expect(remote.plugins).toEqual(expect.arrayContaining(['cpu', 'libversion']));
    const values = await remote.read(['cpu', 'libversion', 'nope']);
    expect(values.get('cpu')).toMatchObject({ total: 80 });
    expect(values.get('libversion')).toBe('4.0.0');
    expect(values.get('nope')).toMatchObject({ problem: 'absent' });
    remote.close();
  });

  it('reads over XML-RPC, by our names', async () => {
    const { port } = await rpcService();
    const remote = await open(`127.0.0.1:${port}`);
    expect(remote.plugins).toEqual(expect.arrayContaining(['cpu', 'libversion']));
    const values = await remote.read(['cpu', 'libversion', 'nope']);
    expect(values.get('cpu')).toMatchObject({ total: 80 });
    expect(values.get('libversion')).toBe('4.0.0');
    expect(values.get('nope')).toMatchObject({ problem: 'absent' });
    remote.close();
  });

  it('takes what answers where the other hangs', async () => {
    const { port } = await rpcService();
    const hanging = await serveBytes(() => {});
    const [rest, rpc] = [new URL(`http://${hanging}`), new URL(`http://127.0.0.1:${port}`)];
    const target = {
      name: 'x',
      candidates: [
        { protocol: 'rest', base: rest },
        { protocol: 'rpc', base: rpc },
      ],
    } as const;
    const remote = await open('x', { target, timeoutMs: 15_000 });
    expect(await remote.read(['cpu'])).toEqual(new Map([['cpu', expect.objectContaining({ total: 80 })]]));
  });

  it('logs in over REST with the password, as the first user who may', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator() });
    const password = vi.fn(async () => PASSWORD);
    const remote = await open(`127.0.0.1:${api.port}`, { users: ['other', USER], password });
    expect(await remote.read(['uptime'])).toEqual(new Map([['uptime', '1 day, 2:03:04']]));
    expect(password).toHaveBeenCalledTimes(1);
  });

  it('logs in over XML-RPC with the first stage of the hash', async () => {
    const account = { user: USER, hash: await stageOne(PASSWORD), edition: '' };
    const { port } = await rpcService({ authenticator: fakeAuthenticator({ account }) });
    const remote = await open(`127.0.0.1:${port}`, { password: async () => PASSWORD });
    expect(await remote.read(['uptime'])).toEqual(new Map([['uptime', '1 day, 2:03:04']]));
    expect(await refusal(`127.0.0.1:${port}`)).toEqual(['password', `127.0.0.1:${port} asks for a password`]);
    const wrong = await refusal(`127.0.0.1:${port}`, { password: async () => 'x' });
    expect(wrong).toEqual(['password', `127.0.0.1:${port} refuses the user or the password`]);
  });

  it('sends a password only to those who ask for one', async () => {
    const seen: unknown[] = [];
    const server = await serveWeb((asked, answer) => {
      seen.push(asked.headers.authorization);
      json(200, asked.url === '/api/4/status' ? { version: '4.0.0' } : ['cpu'])(asked, answer);
    });
    const password = vi.fn(async () => PASSWORD);
    await open(server, { password });
    expect(password).not.toHaveBeenCalled();
    expect(seen.filter((header) => header !== undefined)).toEqual([]);
    expect(basic(USER, PASSWORD)).toMatch(/^Basic /);
  });

  it('says that nothing listens, on which ports', async () => {
    const server = await nobody();
    expect(await refusal(server)).toEqual(['refused', `connection refused by ${server}`]);
  });

  it.each<[string, RequestListener, string, RegExp]>([
    [
      'a web page',
      (_, answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'not-agent',
      /HTML instead of JSON$/,
    ],
    [
      'a page that is not there',
      (_, answer) => void answer.writeHead(404).end(),
      'not-agent',
      /not as an agent does$/,
    ],
    [
      'a redirect',
      (_, answer) => void answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'redirect',
      /not followed$/,
    ],
    ['other JSON', json(200, { a: 1 }), 'not-agent', /does not answer as an agent does$/],
    ['JSON of nothing', json(200, null), 'not-agent', /does not answer as an agent does$/],
    [
      'half of JSON',
      (_, answer) => void answer.writeHead(200, { 'content-type': 'application/json' }).end('{"version":'),
      'not-agent',
      /broken$/,
    ],
    [
      'an older agent',
      json(200, { version: '3.4.0' }),
      'not-agent',
      /has version 3\.4\.0, and only versions 4\.x can be shown$/,
    ],
    ['a hostile version', json(200, { version: '\u001b[2J' }), 'not-agent', /has version unknown/],
    [
      'a huge answer',
      (_, answer) =>
        void answer.writeHead(200, { 'content-type': 'application/json' }).end('"'.padEnd(200_000, 'x')),
      'too-large',
      /sent more than 100000 bytes$/,
    ],
    [
      'a list of plugins that is none',
      agentThen(json(200, { cpu: 1 })),
      'not-agent',
      /does not answer as an agent does$/,
    ],
    ['a fault of its own', agentThen(json(500, {})), 'status', /status 500$/],
    [
      'too many guesses',
      agentThen((_, answer) => void answer.writeHead(429, { 'retry-after': '7' }).end()),
      'guessing',
      /try again in 7 seconds$/,
    ],
  ])('refuses %s', async (_name, listener, problem, message) => {
    const found = await refusal(await serveWeb(listener));
    expect(found).toEqual([problem, expect.stringMatching(message)]);
  });

  it('refuses what hangs, and what trickles', async () => {
    expect(await refusal(await serveBytes(() => {}), { timeoutMs: 200 })).toEqual([
      'late',
      expect.stringMatching(/within 0\.2 seconds$/),
    ]);
    const trickle = await serveWeb((_asked, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => answer.write(' '), 20);
      answer.on('close', () => clearInterval(timer));
    });
    expect((await refusal(trickle, { timeoutMs: 200 }))[0]).toBe('late');
  });

  it('refuses something else than HTTP', async () => {
    expect((await refusal(await serveBytes((socket) => socket.end('SSH-2.0-x\r\n'))))[0]).toBe('not-http');
  });

  it('keeps no name of a plugin that would be a path', async () => {
    const paths: (string | undefined)[] = [];
    const server = await serveWeb(
      agentThen((asked, answer) => {
        if (asked.method === 'GET') paths.push(asked.url);
        json(200, ['cpu', '../../secret', 'a/b', '__proto__', 7, 'x'.repeat(100)])(asked, answer);
      }),
    );
    const remote = await open(server);
    expect(remote.plugins).toEqual(['cpu', '__proto__']);
    await remote.read(['cpu', '../x']);
    expect(paths).toEqual(['/api/4/pluginslist?extra=true', '/api/4/cpu', '/api/4/..%2Fx']);
  });

  it('fails as a whole where the agent does while it is read', async () => {
    const server = await serveWeb(
      agentThen((asked, answer) =>
        (asked.url?.startsWith('/api/4/pluginslist') ? json(200, ['cpu', 'mem']) : json(500, {}))(
          asked,
          answer,
        ),
      ),
    );
    const remote = await open(server);
    await expect(remote.read(['cpu', 'mem'])).rejects.toMatchObject({ problem: 'status' });
  });
});
