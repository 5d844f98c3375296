import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { ask } from '../../../test/support/http-client.ts';
import { listen } from '../../http/server/listen.ts';

const START = 1_795_222_440_000;
const SAMPLES = 1100;
const NOW = START + SAMPLES * 2000;
const EXPORT = `/api/history/export?from=${START}&step=1s&format=jsonl`;

/** An API whose export exceeds the kernel's buffers of a connection. */
async function setUp(): Promise<number> {
  const agent = createFakeAgent();
  const archive = await archiveOf(agent, createFakeClock(NOW));
  const { api } = createFakeApi(agent, { archive, now: () => NOW });
  const fs = agent.store.history('fs');
  const mounts = Array.from({ length: 60 }, (_, index) => `/${'long'.repeat(25)}${index}`);
  for (let time = START; time < NOW; time += 2000) {
    fs.begin(time);
    for (const mount of mounts) fs.record('percent', (time % 77) + 0.5, mount);
  }
  const port = await listen({ api, host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    api.server.closeAllConnections();
    await api.close();
  });
  return port;
}

/** An export of which only the first bytes are read. */
function slowExport(port: number): { socket: Socket; begun: Promise<void>; hasBegun(): boolean } {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let hasBegun = false;
  const begun = new Promise<void>((resolve) =>
    socket.once('data', () => {
      hasBegun = true;
      socket.pause();
      resolve();
    }),
  );
  socket.write(`GET ${EXPORT} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return { socket, begun, hasBegun: () => hasBegun };
}

it('exports that are read slowly delay neither other queries nor other networks', async () => {
  const port = await setUp();
  const [first, second] = [slowExport(port), slowExport(port)];
  await Promise.all([first.begun, second.begun]);
  const waiting = slowExport(port);
  for (const path of ['/api/history/moment', '/api/history/range?series=cpu/total', '/api/history/series'])
    expect((await ask({ port, path })).status).toBe(200);
  const other = await ask({ port, path: EXPORT, localAddress: '127.0.1.1' });
  expect([other.status, other.body.split('\n').length]).toEqual([200, 2 * SAMPLES]);
  expect(waiting.hasBegun()).toBe(false);
  first.socket.destroy();
  await waiting.begun;
});
