import { describe, expect, it, vi } from 'vitest';
import { openStream } from '../../../test/support/event-stream.ts';
import { serve, cpu } from '../../../test/support/stream-api.ts';

describe('a compressed stream', () => {
  it('brings the same events, each at once, and the last one', async () => {
    const { port, agent, api } = await serve();
    const stream = await openStream(port, '?plugins=cpu', { 'accept-encoding': 'gzip' });
    expect(stream.headers).toMatchObject({ 'content-encoding': 'gzip' });
    await stream.until('cpu');
    for (const [at, total] of [41, 42, 43].entries()) {
      agent.store.commit('cpu', cpu(total), Date.now());
      expect((await stream.until('cpu', at + 2)).data).toContain(`"total":${total}`);
    }
    const closing = api.close();
    await stream.until('end');
    await closing;
  });
});

describe('a slow client', () => {
  it('gets the newest, and nothing is kept for it', async () => {
    const { port, agent } = await serve();
    const stream = await openStream(port, '?plugins=fs,cpu');
    await stream.until('fs');
    stream.response.pause();
    const fill = 'x'.repeat(4096);
    const rounds = 150;
    for (let round = 1; round <= rounds; round += 1) {
      const items = Array.from({ length: 100 }, (_, index) => ({
        mnt_point: `${round}/${index}/${fill}`,
        percent: 1,
      }));
      agent.sample('fs', items);
      await new Promise(setImmediate);
    }
    agent.sample('cpu', cpu(7));
    stream.response.resume();
    await stream.until('cpu', 2);
    await vi.waitFor(() => expect(stream.named('fs').at(-1)?.data).toContain(`"${rounds}/0/`));
    // The two sockets buffer a few megabytes; all frames would be 60.
    expect(stream.named('fs').length).toBeLessThan(rounds / 4);
  });
});

describe('room', () => {
  it('is bounded, for all and for each address', async () => {
    const { port, get } = await serve({ streams: 3 });
    const streams = [await openStream(port, '?plugins=cpu'), await openStream(port, '?plugins=cpu')];
    const refused = await openStream(port, '?plugins=cpu');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '15']);
    await refused.ended;
    expect(JSON.parse(refused.text())).toEqual({
      detail:
        'All 2 streams of this address are in use: close one, ask for /api/4/all from time to time instead, or raise [outputs] max_streams',
    });
    expect((await get('/api/4/cpu')).statusCode).toBe(200);
    streams[0]?.cut();
    await vi.waitFor(async () => expect((await openStream(port, '?plugins=cpu')).status).toBe(200));
  });

  it('may be none', async () => {
    const { port } = await serve({ streams: 0 });
    const stream = await openStream(port);
    await stream.ended;
    expect([stream.status, stream.text()]).toEqual([
      503,
      expect.stringContaining('All 0 streams are in use'),
    ]);
  });
});

describe('the end', () => {
  it('is said when the agent stops', async () => {
    const { port, api, agent } = await serve();
    const stream = await openStream(port, '?plugins=cpu');
    await stream.until('cpu');
    await api.close();
    await stream.ended;
    expect(stream.named('end').map(({ data }) => data)).toEqual(['{"detail":"The agent is stopping"}']);
    expect(stream.response.complete).toBe(true);
    expect(agent.held).toEqual([]);
  });

  it('does not wait for a client that reads nothing', async () => {
    const { port, api, agent } = await serve();
    const stream = await openStream(port, '?plugins=fs');
    await stream.until('fs');
    stream.response.pause();
    const items = Array.from({ length: 5000 }, (_, index) => ({
      mnt_point: `${index}/${'x'.repeat(4096)}`,
      percent: 1,
    }));
    agent.sample('fs', items);
    await new Promise((resolve) => setImmediate(resolve));
    await api.close();
    await vi.waitFor(() => expect(agent.held).toEqual([]));
  });
});

describe('paths and methods', () => {
  it.each(['HEAD', 'POST', 'PUT', 'DELETE'])('%s is refused', async (method) => {
    const { send } = await serve();
    const reply = await send(method, '/api/stream');
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET']);
  });

  it('is below the prefix', async () => {
    const { port } = await serve({ prefix: '/pre/' });
    const stream = await openStream(port, '/pre/api/stream?plugins=cpu');
    await stream.until('cpu');
    expect((await openStream(port, '/api/stream')).status).toBe(404);
  });
});
