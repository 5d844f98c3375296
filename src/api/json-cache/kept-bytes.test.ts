/** Lists assembled from cached bytes, over real connections, compared with plain serialisation. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { gauge, text } from '../../core/fields.ts';
import { definePlugin, type Plugin } from '../../core/plugin.ts';
import type { Served } from '../../core/served.ts';
import { createJudge } from '../../measure/levels/judge.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import { Visibility } from '../../measure/levels/visibility.ts';
import { viewsPieces } from './pieces.ts';
import { openStream } from '../../../test/support/event-stream.ts';
import { createFakeAgent, PLUGINS } from '../../../test/support/fake-agent.ts';
import { isFull, tries } from '../../../test/support/full-run.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';

const TIME = 'time_since_update';
const LISTS = ['processlist', 'programlist'];
const lists = LISTS.map((name) =>
  definePlugin({
    name,
    shape: 'list',
    key: 'pid',
    keepsItems: true,
    description: 'Items that come again.',
    fields: {
      pid: gauge('number', 'Number.', {
        history: false,
        level: { header: 'pid', limits: [5000, 7000, 9000] },
      }),
      name: text('Name.'),
    },
    create: () => ({ read: () => [] }),
  }),
);

const agent = createFakeAgent({ plugins: [...PLUGINS, ...lists] });
const { api } = createFakeApi(agent);
let port = 0;
beforeAll(async () => {
  await api.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = api.server.address() as AddressInfo);
});
afterAll(() => api.close());

/** The body of an answer; reading begins when `isReady` is done. */
function get(path: string, encoding = 'identity', isReady = Promise.resolve()): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encoding };
    const asked = request({ host: '127.0.0.1', port, path, headers }, async (response) => {
      await isReady;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const isPacked = response.headers['content-encoding'] === 'gzip';
        resolve(String(isPacked ? gunzipSync(bytes) : bytes));
      });
    });
    asked.on('error', reject).end();
  });
}

const publish = (plugin: string, items: readonly Served[]): unknown =>
  agent.store.commit(plugin, [...items], 1e12 + agent.store.latest(plugin).sequence);
const plain = (plugin: string): string => JSON.stringify(agent.store.latest(plugin).value);
const plainAll = (): string =>
  JSON.stringify(Object.fromEntries(agent.plugins.map(({ name }) => [name, agent.store.latest(name).value])));

/** The views of the latest items, item by item, by a judge that has seen none before. */
function plainViews(name: string): string {
  const plugin = agent.plugins.find((one) => one.name === name) as Plugin;
  const limits = agent.levels.limitsOf(name);
  const judge = createJudge(plugin, limits);
  const source = { plugin, limits, judge, visibility: new Visibility(plugin, limits) };
  return [...viewsPieces(source, agent.store.latest(name).value)].join('');
}

const item = fc.record({
  pid: fc.nat(9999),
  [TIME]: fc.constant(1),
  name: fc.string({ unit: anyCharacter, maxLength: 40 }),
});
const step = fc.record({
  come: fc.array(item, { maxLength: 5 }),
  gone: fc.nat(60),
  seconds: fc.oneof(fc.double({ min: 0.1, max: 40, noNaN: true }), fc.constant(2)),
});

describe('lists from kept bytes', () => {
  it('are those of plain serialisation: plain, packed, in /all and in the stream', async () => {
    const stream = await openStream(port, `?plugins=${LISTS.join(',')}`);
    const seed = 13;
    for (const plugin of LISTS) {
      let items: Served[] = fc.sample(item, { seed, numRuns: 60 });
      publish(plugin, items);
      await get(`/api/4/${plugin}`);
      await vi.waitFor(() => expect(stream.named(plugin).at(-1)?.data).toBe(plain(plugin)));
      const sent = stream.named(plugin).length;
      const steps = fc.sample(step, { seed, numRuns: tries(12) });
      for (const [index, { come, gone, seconds }] of steps.entries()) {
        items = items.toSpliced(gone, 1, ...come);
        for (const one of items) one[TIME] = seconds;
        publish(plugin, items);
        for (const encoding of ['identity', 'gzip']) {
          expect(await get(`/api/4/${plugin}`, encoding)).toBe(plain(plugin));
          expect(await get('/api/4/all', encoding)).toBe(plainAll());
        }
        expect((await stream.until(plugin, sent + index + 1)).data).toBe(plain(plugin));
      }
    }
  });

  it('have the views that plain serialisation gives them, with new thresholds too', async () => {
    for (const name of LISTS) {
      let items: Served[] = fc.sample(item, { seed: 4, numRuns: 40 });
      for (const { come, gone, seconds } of fc.sample(step, { seed: 4, numRuns: 6 })) {
        items = items.toSpliced(gone, 1, ...come);
        for (const one of items) one[TIME] = seconds;
        publish(name, items);
        expect(await get(`/api/4/${name}/views`)).toBe(plainViews(name));
        expect(JSON.parse(await get('/api/4/all/views', 'gzip'))[name]).toEqual(JSON.parse(plainViews(name)));
      }
      const before = plainViews(name);
      const section = { pid_careful: '1', pid_warning: '2', pid_critical: '3' };
      const plugin = agent.plugins.find((one) => one.name === name) as Plugin;
      const limits = limitsOf(plugin, { section, historySize: 10, cores: 1 });
      agent.levels.replace(new Map([[name, limits]]));
      expect(plainViews(name)).not.toBe(before);
      expect(await get(`/api/4/${name}/views`)).toBe(plainViews(name));
    }
  });

  it('arrive as they were asked for, however slowly a client reads', async () => {
    const items = Array.from({ length: isFull ? 30_000 : 8000 }, (_, pid): Served => ({
      pid,
      [TIME]: 1,
      name: 'x'.repeat(99),
    }));
    let begin = (): void => {};
    const isReady = new Promise<void>((resolve) => (begin = resolve));
    const slow: [got: Promise<string>, expected: string][] = [];
    for (let round = 1; round <= tries(6); round += 1) {
      for (const one of items) one[TIME] = round * 1.5;
      publish('processlist', items);
      for (const path of ['/api/4/processlist', '/api/4/all']) {
        const expected = path.endsWith('all') ? plainAll() : plain('processlist');
        slow.push([get(path, 'identity', isReady), expected]);
        expect(await get(path)).toBe(expected);
      }
    }
    begin();
    for (const [got, expected] of slow) expect((await got) === expected).toBe(true);
  });

  const HEADERS = [{}, { 'accept-encoding': 'gzip' }];
  const many = (count: number): Served[] =>
    Array.from({ length: count }, (_, pid): Served => ({ pid, [TIME]: 1, name: 'x'.repeat(99) }));
  const publishAt = (items: readonly Served[], seconds: number): string => {
    for (const one of items) one[TIME] = seconds;
    publish('processlist', items);
    return plain('processlist');
  };

  it.each(HEADERS)('go to streams from the same memory again: %o', async (headers) => {
    const items = many(2000);
    const stream = await openStream(port, '?plugins=processlist', headers);
    await stream.until('processlist');
    let sent = 1;
    const publishNext = async (): Promise<void> => {
      sent += 1;
      const text = publishAt(items, (sent % 7) + 1.5);
      expect((await stream.until('processlist', sent)).data === text).toBe(true);
    };
    for (let count = 0; count < 5; count += 1) await publishNext();
    const allocated = vi.spyOn(Buffer, 'allocUnsafeSlow');
    for (let count = 0; count < 10; count += 1) await publishNext();
    const large = allocated.mock.calls.filter(([length]) => length > 100_000);
    allocated.mockRestore();
    expect(large).toEqual([]);
  });

  it.each(HEADERS)('are whole in a stream that is read slowly: %o', async (headers) => {
    const items = many(8000);
    const slow = await openStream(port, '?plugins=processlist', headers);
    await slow.until('processlist');
    const published = new Set(slow.named('processlist').map(({ data }) => data));
    slow.response.pause();
    let last = '';
    // It receives some of them.
    for (let round = 1; round < (isFull ? 13 : 6); round += 1) {
      last = publishAt(items, round * 1.5);
      published.add(last);
      expect((await get('/api/4/processlist')) === last).toBe(true);
    }
    slow.response.resume();
    await vi.waitFor(() => expect(slow.named('processlist').at(-1)?.data === last).toBe(true), {
      interval: 500,
    });
    for (const { data } of slow.named('processlist')) expect(published.has(data)).toBe(true);
  });
});
