/** Listens for statsd: UDP on a loopback address, or a stream on a unix socket. */
import { createSocket } from 'node:dgram';
import { createServer, isIPv6, type Socket } from 'node:net';
import { reasonOf } from '../../../core/files/reason-of.ts';
import { listenAtPath } from '../../../core/files/unix-socket.ts';
import { takeStatsd } from '../formats/statsd.ts';
import type { Listen } from '../options.ts';
import type { Pushed } from '../pushed.ts';

const MOST_CONNECTIONS = 64;
const LONGEST_LINE = 64 * 1024;
/** A connection that sends nothing for so long makes room for others. */
const SILENT_MS = 600_000;
/** As with UDP, any program may send unless the folder's mode prevents it. */
const ANYBODY_SENDS = 0o666;

/** Resolves when it listens. Rejects with the reason, a sentence without a full stop. */
export async function listenForStatsd(listen: Listen, pushed: Pushed): Promise<void> {
  const place = 'path' in listen ? listen.path : `${listen.address}:${listen.port}`;
  try {
    await ('path' in listen ? listenOnSocket(listen.path, pushed) : listenOnUdp(listen, pushed));
  } catch (error) {
    throw new Error(`${place} cannot be used for statsd: ${reasonOf(error)}`, { cause: error });
  }
}

function listenOnUdp({ address, port }: { address: string; port: number }, pushed: Pushed): Promise<void> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  socket.on('message', (message) => takeStatsd(message.toString('utf8'), pushed));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, () => {
      socket.off('error', reject).on('error', () => {});
      socket.unref();
      resolve();
    });
  });
}

async function listenOnSocket(path: string, pushed: Pushed): Promise<void> {
  const server = createServer((connection) => receive(connection, pushed));
  server.maxConnections = MOST_CONNECTIONS;
  await listenAtPath(server, { path, mode: ANYBODY_SENDS });
  server.on('error', () => {});
  server.unref();
}

function receive(connection: Socket, pushed: Pushed): void {
  let rest = '';
  connection.setEncoding('utf8');
  connection.unref();
  connection.setTimeout(SILENT_MS, () => connection.destroy());
  connection.on('error', () => connection.destroy());
  connection.on('data', (chunk: string) => {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    takeStatsd(text.slice(0, end), pushed);
    if (rest.length > LONGEST_LINE) connection.destroy();
  });
  connection.on('end', () => takeStatsd(rest, pushed));
}
