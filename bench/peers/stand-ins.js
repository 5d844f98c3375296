/**
 * Many servers in one process: replays recorded replies on every loopback address, 127.0.0.0/8, at one port. Paths that
 * were not recorded are 404. `node stand-ins.js <recording.json> <port> <seconds until idle connections are closed>`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const [, , file = '', port = '0', idle = '0'] = process.argv;
const recorded = JSON.parse(readFileSync(file, 'utf8'));

const reply = (status, body) =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
const replies = new Map(Object.entries(recorded).map(([path, body]) => [path, reply('200 OK', body)]));
const missing = reply('404 Not Found', '{"detail":"Not Found"}');

createServer((socket) => {
  let received = '';
  socket.setNoDelay(true);
  socket.on('error', () => {});
  if (Number(idle) > 0) socket.setTimeout(Number(idle) * 1000, () => socket.end());
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
      const path = received.slice(received.indexOf(' ') + 1, received.indexOf(' HTTP/'));
      received = received.slice(end + 4);
      socket.write(replies.get(path) ?? missing);
    }
  });
}).listen(Number(port), '0.0.0.0', 4096, () => console.log('ready'));
