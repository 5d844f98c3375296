/** Misbehaving servers: the hub follows no redirect, leaks nothing, does not wait, and delays no other server. */
import { createServer as createTlsServer } from 'node:https';
import { describe, expect, it, vi } from 'vitest';
import { untranslated } from '../../../test/support/catalogues.ts';
import { hasOpenssl, selfSigned } from '../../../test/support/certificates.ts';
import {
  agentServer,
  httpServer,
  listening,
  PLUGINS,
  rawServer,
  serverAt,
} from '../../../test/support/fake-servers.ts';
import { isFull } from '../../../test/support/full-run.ts';
import { basic } from '../../../test/support/guarded-api.ts';
import { testHub } from '../../../test/support/test-hub.ts';
import { createResolver } from './resolve.ts';

const SECRET = 'hunter2';
const LOOK = { pollMs: 1000 };
/** For servers that exceed every limit. */
const SHORT = { pollMs: 300 };
/** Servers that hang. */
const DEAD = isFull ? 300 : 100;
const json = { 'content-type': 'application/json' };

/** The state of one server in a hub that has its password. */
async function reasonFor(port: number, look = LOOK) {
  const server = serverAt(port, { password: SECRET });
  const { until, faults, hub } = testHub([server], look);
  const { reason, said } = await until(server.id, 'OFFLINE');
  expect(untranslated(reason ?? '', said ?? undefined)).toEqual([]);
  expect(faults).toEqual([]);
  expect(hub.counts().OFFLINE).toBe(1);
  return reason?.replaceAll(server.id, 'HOST');
}

describe('a server', () => {
  it('that hangs is aborted', async () => {
    const { port } = await rawServer(() => {});
    expect(await reasonFor(port, SHORT)).toBe('HOST did not answer within 0.3 seconds');
  });

  it('that trickles is aborted', async () => {
    const { port } = await httpServer((_, response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await reasonFor(port, SHORT)).toBe('HOST did not answer within 0.3 seconds');
  });

  it('that takes its time for every request is aborted as soon', async () => {
    const { port } = await httpServer((request, response) => {
      setTimeout(() => {
        const found = request.url === '/api/4/status' ? { version: '4' } : {};
        response
          .writeHead(request.url?.startsWith('/api/values') ? 404 : 200, json)
          .end(JSON.stringify(found));
      }, 120);
    });
    expect(await reasonFor(port, SHORT)).toBe('HOST did not answer within 0.3 seconds');
  });

  it('that hangs in its headers is aborted', async () => {
    const { port } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-a: 1\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await reasonFor(port, SHORT)).toMatch(/^HOST /);
  });

  it('that sends 100 MB is cut off', async () => {
    let sent = 0;
    const { port } = await httpServer((_, response) => {
      response.writeHead(200, json);
      const part = Buffer.alloc(65_536, ' ');
      const pour = (): void => {
        for (let more = true; more && sent < 100e6; sent += part.length) more = response.write(part);
      };
      response.on('drain', pour);
      pour();
    });
    expect(await reasonFor(port)).toBe('HOST sent more than 1048576 bytes');
    expect(sent).toBeLessThan(50e6);
  });

  it('that redirects is not followed, and gets no password', async () => {
    const elsewhere = await agentServer();
    const asked: (string | undefined)[] = [];
    const { port } = await httpServer((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(302, { location: `http://127.0.0.1:${elsewhere.port}/api/4/status` }).end();
    });
    expect(await reasonFor(port)).toBe('HOST redirects to another address, which is not followed');
    expect([elsewhere.asked, asked.filter((header) => header !== undefined)]).toEqual([[], []]);
  });

  it('that redirects who logs in gets the password, and nobody else does', async () => {
    const elsewhere = await agentServer();
    const { port } = await httpServer((request, response) => {
      const { authorization } = request.headers;
      if (authorization === undefined) response.writeHead(401, json).end('{}');
      else response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end();
    });
    expect(await reasonFor(port)).toBe('HOST redirects to another address, which is not followed');
    expect(elsewhere.asked).toEqual([]);
  });

  it('that answers HTML is no agent', async () => {
    const { port } = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to nginx!</h1>');
    });
    expect(await reasonFor(port)).toBe('HOST answers with HTML instead of JSON');
  });

  it('that answers with broken JSON, or with other JSON, is no agent', async () => {
    const broken = await httpServer((_, response) => response.writeHead(200, json).end('{"version":'));
    expect(await reasonFor(broken.port)).toBe('HOST answers with JSON that is broken');
    const other = await httpServer((_, response) => response.writeHead(200, json).end('{"hello":1}'));
    expect(await reasonFor(other.port)).toBe('HOST answers, but not as an agent does');
    const deep = await httpServer((_, response) =>
      response.writeHead(200, json).end('['.repeat(500_000) + ']'.repeat(500_000)),
    );
    expect(await reasonFor(deep.port)).toMatch(/^HOST /);
  });

  it('that does not speak HTTP is no agent', async () => {
    const { port } = await rawServer((socket) => void socket.write('SSH-2.0-OpenSSH_9.9\r\n'));
    expect(await reasonFor(port)).toBe('HOST does not speak HTTP');
  });

  it.runIf(hasOpenssl())(
    'with a certificate that nobody knows is not trusted, and gets no password',
    async () => {
      const { key, cert } = selfSigned();
      let asked = 0;
      const { port } = await listening(
        createTlsServer({ key, cert }, (_, response) => {
          asked += 1;
          response.writeHead(200, json).end('{"version":"4.0.0"}');
        }),
      );
      const server = serverAt(port, { isSecure: true, password: SECRET });
      const { until } = testHub([server], LOOK);
      expect((await until(server.id, 'OFFLINE')).reason).toMatch(/has no certificate that is trusted: /);
      expect(asked).toBe(0);
      const trusting = testHub([server], { ...LOOK, ca: cert });
      await trusting.until(server.id, 'ONLINE');
    },
  );

  it('that asks for a password gets the right one of those that may be meant', async () => {
    const server = await agentServer(basic('glances', SECRET));
    const { until } = testHub([serverAt(server.port, { password: SECRET })]);
    await until(`127.0.0.1:${server.port}`, 'ONLINE');
    const used = server.asked.map(({ authorization }) => authorization);
    expect(used[0]).toBeUndefined();
    expect(used.at(-1)).toBe(basic('glances', SECRET));
  });

  // A server that fails is polled ever more rarely: pace.test.ts.
  it('that refuses the password fails, and gets it once per poll', async () => {
    const server = await agentServer(basic('gander', 'another'));
    const { until, hub } = testHub([serverAt(server.port, { password: SECRET, username: 'gander' })]);
    const id = `127.0.0.1:${server.port}`;
    const { reason } = await until(id, 'PROTECTED');
    expect(reason).toBe('Wrong password: compare that of 127.0.0.1 in [passwords] and server_N_username');
    await vi.waitFor(() => expect(hub.find(id)?.failures).toBeGreaterThanOrEqual(3));
    const attempts = server.asked.filter(({ authorization }) => authorization !== undefined).length;
    // One poll may be pending.
    expect(attempts).toBeLessThanOrEqual((hub.find(id)?.failures ?? 0) + 1);
  });
});

describe('the name of a server', () => {
  it('is the one of the list, whatever the server says', async () => {
    const lying = { ...PLUGINS, system: { hr_name: '<b>\u202edb2\u0000</b>', hostname: 'db2' } };
    const server = await agentServer(null, lying);
    const { until } = testHub([serverAt(server.port, { name: 'db1', alias: 'Database' })]);
    const state = await until(`127.0.0.1:${server.port}`, 'ONLINE');
    expect([state.server.name, state.server.alias]).toEqual(['db1', 'Database']);
    expect(state.readings.get('system_hr_name')?.value).toBe('<b> db2 </b>');
  });

  it('may lead to another address later, which is followed', async () => {
    const [first, second] = [
      await agentServer(),
      await agentServer(null, { ...PLUGINS, cpu: { total: 99 } }),
    ];
    // One port, two addresses, as after a move of the machine.
    const moved = await listening(
      (await import('node:http')).createServer((request, response) => {
        const name = (request.url ?? '').replace('/api/4/', '');
        const found: unknown =
          name === 'status' ? { version: '4' } : (second.plugins as Record<string, unknown>)[name];
        response.writeHead(found === undefined ? 404 : 200, json).end(JSON.stringify(found ?? {}));
      }),
      '127.0.0.2',
      first.port,
    );
    let address = '127.0.0.1';
    let time = 0;
    const resolver = createResolver({
      now: () => time,
      ask: (_name, _options, callback) => callback(null, [{ address, family: 4 }]),
    });
    const server = serverAt(first.port, { host: 'db1.example' });
    const { until, hub } = testHub([server], { resolver });
    expect((await until(server.id, 'ONLINE')).ip).toBe('127.0.0.1');
    address = '127.0.0.2';
    time = 301_000;
    await vi.waitFor(() => expect(hub.find(server.id)?.readings.get('cpu_total')?.value).toBe(99));
    expect(hub.find(server.id)?.ip).toBe('127.0.0.2');
    await moved.close();
  });

  it('may have no address, which is a reason, and may get one later', async () => {
    const agent = await agentServer();
    let isKnown = false;
    const resolver = createResolver({
      now: () => performance.now(),
      ask: (_name, _options, callback) =>
        isKnown
          ? callback(null, [{ address: '127.0.0.1', family: 4 }])
          : callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), undefined),
    });
    const server = serverAt(agent.port, { host: 'db1.example' });
    const { until } = testHub([server], { resolver });
    expect((await until(server.id, 'OFFLINE')).reason).toBe(
      `the name of db1.example:${agent.port} has no address`,
    );
    isKnown = true;
    await until(server.id, 'ONLINE');
  });
});

describe('many servers', () => {
  it('are not held up by those that hang', async () => {
    const hanging = await rawServer(() => {});
    const agent = await agentServer();
    const dead = Array.from({ length: DEAD }, (_, index) => serverAt(hanging.port, { id: `dead${index}` }));
    const well = Array.from({ length: 5 }, (_, index) => serverAt(agent.port, { id: `well${index}` }));
    // Polls that hang are never aborted, so nobody gets a turn because others gave up. The limits: poller.test.ts.
    const { hub, faults } = testHub([...dead, ...well], { pollMs: 3_600_000, refresh: 1 });
    const answers = (): number[] => well.map(({ id }) => hub.find(id)?.answeredAt ?? 0);
    await vi.waitFor(() => expect([hanging.connections(), hub.counts().ONLINE]).toEqual([DEAD, 5]));
    const before = answers();
    await vi.waitFor(() => expect(answers().every((at, index) => at > (before[index] ?? at))).toBe(true));
    expect(faults).toEqual([]);
  });

  it('ask over kept connections', async () => {
    const agent = await agentServer();
    const { until, hub } = testHub([serverAt(agent.port)]);
    const { id } = (await until(`127.0.0.1:${agent.port}`, 'ONLINE')).server;
    await vi.waitFor(() => expect(hub.find(id)?.readings.get('cpu_total')?.recent.length).toBeGreaterThan(3));
    expect(agent.connections()).toBe(1);
  });
});

describe('a server of an older version', () => {
  it.each(['/api/3', '/api/2'])('is asked at %s', async (version) => {
    const server = await agentServer(null, PLUGINS, version);
    const { until } = testHub([serverAt(server.port)]);
    const { readings } = await until(`127.0.0.1:${server.port}`, 'ONLINE');
    expect(readings.get('load_min5')).toMatchObject({ value: 1.5, decoration: 'WARNING_LOG' });
  });
});
