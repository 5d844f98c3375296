import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gauge, list, text } from '../../core/fields.ts';
import { definePlugin } from '../../core/plugin.ts';
import { createFakeAgent, PLUGINS } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { Slice } from '../../core/slice.ts';
import { render } from '../../http/body/render.ts';

const GZIP = { 'accept-encoding': 'gzip' };

/** A list of file systems that is large enough to be compressed. */
const MANY = Array.from({ length: 50 }, (_, index) => ({ mnt_point: `/mnt/${index}`, percent: index }));

describe('validators', () => {
  it.each([
    '/api/4/cpu',
    '/api/4/cpu/total',
    '/api/4/cpu/history',
    '/api/4/all',
    '/api/4/all/views',
    '/api/4/all/limits',
    '/api/4/pluginslist',
  ])('%s answers 304 to its own tag', async (path) => {
    const { get } = createFakeApi();
    const { etag } = (await get(path)).headers;
    expect(etag).toMatch(/^"[\w.-]+"$/);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': String(tags) });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get(path, { 'if-none-match': '"x"' })).statusCode).toBe(200);
  });

  it.each(['/api/4/cpu', '/api/4/cpu/total', '/api/4/all', '/api/4/all/views'])(
    '%s has a new tag for every snapshot',
    async (path) => {
      const { get, agent } = createFakeApi();
      const { etag } = (await get(path)).headers;
      agent.sample('cpu', { total: 80, user: 10, ctx_switches: 1000 });
      const next = await get(path, { 'if-none-match': String(etag) });
      expect(next.statusCode).toBe(200);
      expect(next.headers.etag).not.toBe(etag);
    },
  );

  it('differs between two runs of the program', async () => {
    const [one, two] = [createFakeApi(), createFakeApi()];
    expect((await one.get('/api/4/cpu')).headers.etag).not.toBe((await two.get('/api/4/cpu')).headers.etag);
  });
});

describe('gzip', () => {
  const { get, agent } = createFakeApi();
  agent.sample('fs', MANY);

  it.each(['/api/4/fs', '/api/4/fs/views', '/api/4/fs/top/40', '/api/4/all'])(
    '%s is packed on request',
    async (path) => {
      const plain = await get(path);
      const packed = await get(path, GZIP);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(plain.headers.vary).toBe('Accept-Encoding');
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      const again = await get(path, { ...GZIP, 'if-none-match': String(packed.headers.etag) });
      expect([again.statusCode, again.headers.etag]).toEqual([304, packed.headers.etag]);
    },
  );

  it('leaves short bodies alone', async () => {
    const { headers } = await get('/api/4/uptime', GZIP);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  });

  it('minds weights', async () => {
    expect((await get('/api/4/fs', { 'accept-encoding': 'gzip;q=0, *' })).headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  it('says JSON', async () => {
    expect((await get('/api/4/fs', GZIP)).headers['content-type']).toBe('application/json');
  });
});

describe('large lists', () => {
  const processlist = definePlugin({
    name: 'processlist',
    shape: 'list',
    key: 'pid',
    description: 'Processes.',
    fields: {
      pid: gauge('number', 'Number.', { history: false }),
      name: text('Name.'),
      cmdline: list('list', 'Arguments.', text('Argument.')),
      cpu_percent: gauge('percent', 'CPU.', { history: false }),
    },
    create: () => ({ read: () => [] }),
  });
  const items = Array.from({ length: 5000 }, (_, pid) => ({
    pid,
    name: `process ${pid}`,
    cmdline: Array.from({ length: 20 }, (_, index) => `--argument-${index}=${'x'.repeat(30)}`),
    cpu_percent: (pid % 700) / 7,
  }));
  const start = () => {
    const agent = createFakeAgent({ plugins: [...PLUGINS, processlist] });
    agent.sample('processlist', items);
    return createFakeApi(agent);
  };

  it('a short request overtakes a long one', async () => {
    const { get } = start();
    await get('/api/4/uptime');
    const order: string[] = [];
    await Promise.all(
      ['processlist', 'cpu'].map((path) => get(`/api/4/${path}`).then(() => order.push(path))),
    );
    expect(order).toEqual(['cpu', 'processlist']);
  });

  it('is complete, and made once for all who ask at the same time', async () => {
    const { get, agent } = start();
    const replies = await Promise.all([1, 2, 3].map(() => get('/api/4/processlist')));
    for (const reply of replies) expect(reply.json()).toEqual(agent.store.latest('processlist').value);
    const packed = await Promise.all([1, 2].map(() => get('/api/4/processlist', GZIP)));
    expect(packed[0]?.rawPayload.equals(packed[1]?.rawPayload as Buffer)).toBe(true);
  });
});

describe('render', () => {
  it('yields between slices', async () => {
    function* slow() {
      for (let index = 0; index < 4; index += 1) {
        const end = performance.now() + 4;
        while (performance.now() < end);
        yield `${index}`;
      }
    }
    let turnsOfOthers = 0;
    const count = () => {
      turnsOfOthers += 1;
      if (turnsOfOthers < 100) setImmediate(count);
    };
    setImmediate(count);
    const done = render(slow());
    expect(done).toBeInstanceOf(Promise);
    expect((await done).toString()).toBe('0123');
    expect(turnsOfOthers).toBeGreaterThanOrEqual(3);
  });

  it('passes errors on and lets others go on', async () => {
    function* broken() {
      const end = performance.now() + 4;
      while (performance.now() < end);
      yield 'a';
      throw new Error('broken');
    }
    await expect(render(broken())).rejects.toThrow('broken');
    await new Slice().next();
  });
});
