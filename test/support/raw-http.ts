/** Raw HTTP, for requests that no client would send. */
import { connect } from 'node:net';

/** The whole reply of a server on this machine to raw bytes, until it disconnects; a byte per character. */
export function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    const chunks: Buffer[] = [];
    socket.on('data', (bytes) => chunks.push(bytes));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
}
