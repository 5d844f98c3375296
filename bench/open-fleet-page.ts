import { connect, type Socket } from 'node:net';

/** An open page of the fleet, as far as the hub can tell. */
export function openFleetPage(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /api/servers/stream HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    );
    socket.once('data', () => resolve(socket.resume()));
    socket.on('error', reject);
  });
}
