/** Clients that request more than they read, or more than exists. */
import { connect, type Socket } from 'node:net';
import type { FaultBench } from './fault-bench.ts';

/** Sends requests and reads nothing. */
async function sendUnread({ agent }: FaultBench, path: string, count: number): Promise<Socket> {
  const socket = connect(agent.port, '127.0.0.1').on('error', () => {});
  const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count);
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

export const clientFaults: Readonly<Record<string, (bench: FaultBench) => Promise<void>>> = {
  async 'unread replies'(bench) {
    const sockets = [
      await sendUnread(bench, '/api/4/all', 1000),
      await sendUnread(bench, '/api/4/all', 30),
      await sendUnread(bench, '/openapi.json', 30),
    ];
    await bench.check('unread replies');
    for (const socket of sockets) socket.destroy();
  },

  async 'exports of centuries'(bench) {
    const path = '/api/history/export?from=0&to=7000000000000&step=1s&match=';
    const sockets = [
      await sendUnread(bench, `${path}nosuch`, 4),
      await sendUnread(bench, `${path}load/*`, 4),
    ];
    await bench.check('exports of centuries');
    for (const socket of sockets) socket.destroy();
  },
};
