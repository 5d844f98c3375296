import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createRecordedApi } from '../../../test/support/recorded-api.ts';
import { DEFAULT_METRICS } from './options.ts';
import { createScrapeTimes } from './scrape-times.ts';

describe('/metrics', async () => {
  const { api } = await createRecordedApi('small-vm');
  const ask = (url: string, headers: Record<string, string> = {}) => api.inject({ url, headers });

  it.each([
    [undefined, 'text/plain; version=0.0.4; charset=utf-8'],
    ['*/*', 'text/plain; version=0.0.4; charset=utf-8'],
    ['application/json', 'text/plain; version=0.0.4; charset=utf-8'],
    [
      'application/openmetrics-text; version=1.0.0; escaping=allow-utf-8;q=0.6,text/plain;q=0.5',
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    ],
    [
      'application/openmetrics-text;q=0.1, text/plain;version=0.0.4;q=0.3',
      'text/plain; version=0.0.4; charset=utf-8',
    ],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const { headers, statusCode } = await ask('/metrics', accept === undefined ? {} : { accept });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['etag']).toBeUndefined();
    expect(headers['vary']).toBe('Accept, Accept-Encoding');
  });

  it('has profiles', async () => {
    const glances = await ask('/metrics/glances', { accept: 'application/openmetrics-text' });
    expect(glances.headers['content-type']).toMatch(/^text\/plain/);
    expect(glances.body).toContain('glances_load_min1{src="glances"} ');
    const both = await ask('/metrics?profile=gander,glances');
    expect(both.body).toContain('glances_load_min1');
    expect(both.body).toContain('gander_load_min1');
    expect((await ask('/metrics?profile=')).body).toContain('gander_load_min1');
    const none = await ask('/metrics?profile=nodes');
    expect(none.statusCode).toBe(400);
    expect(none.json()).toEqual({
      detail: expect.stringContaining('profile must be one of gander, node, glances, not "nodes"') as string,
    });
  });

  it('is compressed for those who ask', async () => {
    const { headers, rawPayload } = await ask('/metrics', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(rawPayload).toString()).toContain('gander_cpu_total_ratio ');
  });

  it('answers HEAD without a body', async () => {
    const { statusCode, body } = await api.inject({ method: 'HEAD', url: '/metrics' });
    expect([statusCode, body]).toEqual([200, '']);
  });
});

it('is made once for all who ask while it is being made', async () => {
  let made = 0;
  let end = (): void => {};
  const node = () =>
    new Promise<string[]>((resolve) => {
      made += 1;
      end = () => resolve(['a 1\n']);
    });
  const { get } = createFakeApi(undefined, { metrics: { ...DEFAULT_METRICS, node } });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = get('/metrics/node');
  await expect.poll(() => made).toBe(1);
  vi.advanceTimersByTime(9000);
  const answers = [first, get('/metrics/node')];
  // The second was accepted if a third one, which waits for nothing, has a reply.
  await get('/api/4/status');
  end();
  expect((await Promise.all(answers)).map(({ body }) => body.startsWith('a 1\n'))).toEqual([true, true]);
  expect(made).toBe(1);
});

describe('heavy plugins', () => {
  it('are read for the profiles that show plugins, not for what the kernel tells', async () => {
    const agent = createFakeAgent();
    const renew = vi.spyOn(agent.sampler, 'refreshIdle');
    const { get } = createFakeApi(agent, { metrics: { ...DEFAULT_METRICS, node: async () => ['a 1\n'] } });
    expect((await get('/metrics/node')).body).toMatch(/^a 1\n/);
    expect(renew).not.toHaveBeenCalled();
    await get('/metrics?profile=node,gander');
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('are read at the first scrape, and shortly before the next is due', async () => {
    let reads = 0;
    const times = createScrapeTimes(() => (reads += 1));
    times.scraped(0);
    expect(reads).toBe(1);
    times.scraped(1001);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).toBe(2);
    times.stop();
  });
});
