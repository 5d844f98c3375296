import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serveWeb } from '../../../test/support/web-server.ts';
import { createHeartbeat } from './heartbeat.ts';

function rig(url: string, everyMs = 60_000) {
  const clock = createFakeClock();
  const log: string[] = [];
  const heartbeat = createHeartbeat({
    url: new URL(url),
    everyMs,
    clock,
    log: (_, text) => void log.push(text),
  });
  onTestFinished(heartbeat.stop);
  heartbeat.start();
  return {
    clock,
    log,
    heartbeat,
    reaches: (state: string) => expect.poll(() => heartbeat.state().state).toBe(state),
  };
}

describe('heartbeat', () => {
  it('calls at once and then regularly, and tells failure and recovery once each, without the address', async () => {
    const asked: string[] = [];
    let status = 200;
    const place = await serveWeb((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(status).end('x'.repeat(100_000));
    });
    const { clock, log, heartbeat, reaches } = rig(`http://${place}/secret-uuid?key=hunter2`);
    await reaches('ok');
    expect(heartbeat.state()).toMatchObject({ target: place, reason: null, next_try: clock.now() + 60_000 });
    clock.step(-10_800_000);
    expect(heartbeat.state().next_try).toBe(clock.now() + 60_000);
    status = 500;
    await clock.advance(60_000);
    await reaches('failing');
    await clock.advance(30_000);
    await expect.poll(() => asked.length).toBe(3);
    status = 200;
    await expect.poll(() => heartbeat.state().last_try).toBe(clock.now());
    await clock.advance(30_000);
    await reaches('ok');
    expect(asked).toEqual(Array.from({ length: 4 }, () => 'GET /secret-uuid?key=hunter2'));
    expect(log).toEqual([
      `The heartbeat does not reach its service: ${place} answers with status 500.`,
      `The heartbeat reaches ${place} again.`,
    ]);
    expect(JSON.stringify([log, heartbeat.state()])).not.toMatch(/secret|hunter2/);
  });

  it('follows no redirect, which would carry the secret elsewhere', async () => {
    const place = await serveWeb((_, response) => response.writeHead(302, { location: '/there' }).end());
    const { heartbeat, reaches } = rig(`http://${place}/`);
    await reaches('failing');
    expect(heartbeat.state().reason).toBe(`${place} answers with status 302`);
  });

  it('names what is in the way', async () => {
    const { heartbeat, reaches } = rig('http://127.0.0.1:1/secret');
    await reaches('failing');
    expect(heartbeat.state()).toMatchObject({
      reason: 'connection refused by 127.0.0.1:1',
      last_success: null,
    });
  });

  it('ends a call that is under way', async () => {
    let isClosed = false;
    let count = 0;
    const place = await serveWeb((request) => {
      count += 1;
      request.socket.on('close', () => (isClosed = true));
    });
    const { clock, heartbeat } = rig(`http://${place}/`);
    await expect.poll(() => count).toBe(1);
    heartbeat.stop();
    await expect.poll(() => isClosed).toBe(true);
    await clock.advance(600_000);
    expect([count, heartbeat.state().state]).toEqual([1, 'starting']);
  });
});
