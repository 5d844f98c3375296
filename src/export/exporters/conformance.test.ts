/** What every exporter promises of an address that does not answer, answers nonsense, or never answers. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultsOf, openingOf } from '../../../test/support/export-once.ts';
import type { Exporter } from './exporter.ts';
import { EXPORTERS } from './index.ts';

const SECRET = 'p4ss-w0rd/+=';

/** Exporters that connect to a server; the others write files, listen, or send datagrams. */
const remote = EXPORTERS.filter(
  ({ name }) => !['csv', 'duckdb', 'graph', 'json', 'prometheus', 'statsd', 'zeromq'].includes(name),
);

const ADDRESS_KEYS = new Set(['url', 'endpoint']);

/** Options that lead to a port of this machine, with a secret wherever one fits. */
function optionsTo(exporter: Exporter, port: number): Record<string, unknown> {
  const texts = Object.entries(exporter.options).map(([key, option]) => {
    if (key === 'headers') return [key, [['x-key', SECRET]]];
    if (option.secret === true) return [key, SECRET];
    if (key === 'port') return [key, port];
    if (key === 'user') return [key, 'someone'];
    if (ADDRESS_KEYS.has(key)) return [key, new URL(`http://127.0.0.1:${port}/`)];
    if (key === 'host') return [key, hostFor(exporter, port)];
    return [key, undefined];
  });
  const set = Object.fromEntries(texts.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
  return { ...defaultsOf(exporter.options), ...set };
}

/** NATS takes a list of addresses, InfluxDB 3 a URL. */
function hostFor({ name }: Exporter, port: number): unknown {
  if (name === 'nats') return [`nats://127.0.0.1:${port}`];
  return name === 'influxdb3' ? new URL(`http://127.0.0.1:${port}/`) : '127.0.0.1';
}

const sessionTo = (exporter: Exporter, port: number) =>
  exporter.open(openingOf(exporter, optionsTo(exporter, port)));
const A_POINT = { plugin: 'load', key: null, item: null, fields: [['min1', 0.5]] } as const;

const payloadOf = (exporter: Exporter): Uint8Array => {
  const families = () => [{ name: 'load', type: 'gauge', help: '', unit: '', samples: [] }];
  const cycle = { time: 1e12, host: 'testhost', interval: 1, points: () => [A_POINT], families };
  const [payload] = exporter.encoder(openingOf(exporter, optionsTo(exporter, 1)))(cycle as never);
  return payload?.bytes ?? new Uint8Array([1]);
};

/** What became of a request: its verdict, or what was thrown. */
async function send(exporter: Exporter, port: number, signal: AbortSignal): Promise<unknown> {
  const session = sessionTo(exporter, port);
  try {
    return await session.send(payloadOf(exporter), { signal, now: 1e12 });
  } catch (error) {
    return error;
  } finally {
    await session.close?.();
  }
}

const textOf = (found: unknown): string =>
  found instanceof Error ? `${found.message} ${String(found.cause ?? '')}` : JSON.stringify(found);

const sockets = new Set<Socket>();
const listening: Server[] = [];
async function portOf(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  listening.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of listening) server.close();
});

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe.each(remote.map((exporter) => [exporter.name, exporter] as const))('%s', (_, exporter) => {
  it('keeps what a closed port did not take, and says why without a secret', async () => {
    const found = await send(exporter, await closedPort(), AbortSignal.timeout(20_000));
    if (!(found instanceof Error))
      expect(found).toMatchObject({ kind: expect.stringMatching(/^(again|wait)$/) });
    expect(textOf(found)).not.toContain(SECRET);
    expect(exporter.target(optionsTo(exporter, 1) as never)).not.toContain(SECRET);
  });

  it('keeps what a server of another protocol did not take', async () => {
    const ended = new AbortController();
    let attempts = 0;
    const port = await portOf((socket) => {
      attempts += 1;
      socket.end(`\x15\x03\x01 nonsense ${SECRET}\r\n\r\n`);
      // Some drivers go on trying.
      socket.once('close', () => ended.abort(new Error('it hung up')));
    });
    const found = await send(exporter, port, ended.signal);
    expect(attempts).toBeLessThan(20);
    if (exporter.confirmsNothing !== true) expect(found).not.toMatchObject({ kind: 'sent' });
  });

  it('stops waiting for a mute server when asked to', async () => {
    const asked = new AbortController();
    const port = await portOf(() => asked.abort(new Error('asked to stop')));
    const found = await send(exporter, port, asked.signal);
    if (!(found instanceof Error) && exporter.confirmsNothing !== true)
      expect(found).not.toMatchObject({ kind: 'sent' });
  });
});
