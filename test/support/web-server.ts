/** Servers on this machine with replies chosen by a test; they end with it. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

async function listening(server: Server): Promise<string> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => open.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Host and port of an HTTP server. */
export const serveWeb = (listener: RequestListener): Promise<string> => listening(createHttpServer(listener));

/** Host and port of a server of bytes. */
export const serveBytes = (onConnect: (socket: Socket) => void): Promise<string> =>
  listening(createServer(onConnect));

/** Host and port at which nothing listens. */
export const nobody = async (): Promise<string> => `127.0.0.1:${await freePort()}`;
