/** HTTP by hand, for what no client would send. */
import { connect } from 'node:net';

/** Everything a server on this machine answers to raw bytes until it hangs up, byte for character. */
export function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    const chunks: Buffer[] = [];
    socket.on('data', (bytes) => chunks.push(bytes));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
}
