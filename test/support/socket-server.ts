/** Servers on Unix sockets, as container engines. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createRawServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SocketServer {
  /** Closes all connections and removes the socket, like a killed engine. */
  stop(): Promise<void>;
}

async function listen(server: Server, path: string): Promise<SocketServer> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  server.listen(path);
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  onTestFinished(stop);
  return { stop };
}

/** An HTTP server that ends with the test. */
export const serveSocket = (path: string, listener: RequestListener): Promise<SocketServer> =>
  listen(createServer(listener), path);

/** A server of bytes that ends with the test. */
export const serveRawSocket = (path: string, onConnect: (socket: Socket) => void): Promise<SocketServer> =>
  listen(createRawServer(onConnect), path);
