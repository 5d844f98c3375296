import { connect, type Socket } from 'node:net';

/** An open fleet page, as seen by the hub. @param query of its stream */
export function openFleetPage(port: number, query = '?rows=changes'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /api/servers/stream${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    );
    socket.once('data', () => resolve(socket.resume()));
    socket.on('error', reject);
  });
}
