/** The agent ends at once, regardless of open or hanging requests. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { firstOf } from '../support/full-run.ts';
import { createHangingMounts } from '../support/hanging-mount.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { configFile, scratchFolder } from '../support/live-tools.ts';

/** Open connections and hanging calls last for minutes. */
const END_MS = 20_000;
const folder = scratchFolder();
afterAll(() => folder.remove());

/** A connection with a request that has been answered, and one with half a request. */
async function openConnections({ port }: LiveAgent, count: number): Promise<void> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    sockets.map(async (socket) => {
      // They end with the agent, some with a reset.
      socket.on('error', () => {});
      socket.write('GET /api/4/status HTTP/1.1\r\nHost: a\r\n\r\nGET /api/4/status HTTP/1.1\r\n');
      await once(socket, 'data');
    }),
  );
}

it.each(firstOf<[NodeJS.Signals]>('more signals that end the agent', 1, [['SIGTERM'], ['SIGINT']]))(
  '%s ends it with 50 open connections',
  async (signal) => {
    const agent = await serveLive();
    await openConnections(agent, 50);
    const { code, signal: by, ms } = await agent.stop(signal);
    expect([code, by]).toEqual([0, null]);
    expect(ms).toBeLessThan(END_MS);
  },
);

it('a file system that never answers delays neither answers nor the end', async ({ skip }) => {
  const mounts = await createHangingMounts(1);
  if (typeof mounts === 'string') return skip(mounts);
  onTestFinished(() => mounts.remove());
  const agent = await serveLive({ argv: ['-C', configFile(folder.path, { fs: { allow: 'fuse' } })] });
  await agent.get('/all');
  const { code, signal, ms } = await agent.stop();
  expect(ms).toBeLessThan(END_MS);
  // Node.js 20 has no other way to end while a thread hangs; see exitNow.
  expect([code, signal]).toEqual('execve' in process ? [0, null] : [null, 'SIGTERM']);
});
