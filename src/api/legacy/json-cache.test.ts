import { expect, it } from 'vitest';
import { createFakeAgent, PLUGINS, sampleAll } from '../../../test/support/fake-agent.ts';
import { createJsonCache } from '../json-cache/json-cache.ts';
import { createLegacyJsonCache } from './json-cache.ts';
import { legacyPlugins } from './dialect.ts';

function setUp() {
  const agent = createFakeAgent();
  sampleAll(agent);
  const shared = { run: 'run' };
  const jsonCache = createJsonCache({ ...agent, ...shared });
  const entries = legacyPlugins(3, PLUGINS);
  const legacy = createLegacyJsonCache(entries, { agent, jsonCache, ...shared });
  const entry = (name: string) => {
    const found = entries.find((one) => one.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  return { agent, jsonCache, legacy, entry };
}

it('a body is made once for a snapshot, and anew for what it is made from', async () => {
  const { agent, legacy, entry } = setUp();
  const now = async () => ({
    cpu: await legacy.of(entry('cpu'), 'stats'),
    fs: await legacy.of(entry('fs'), 'stats'),
    views: await legacy.of(entry('fs'), 'views'),
    all: await legacy.all('stats'),
  });
  const first = await now();
  const second = await now();
  for (const name of ['cpu', 'fs', 'views', 'all'] as const) expect(second[name], name).toBe(first[name]);
  // Older versions show means over all cores in cpu.
  agent.sample('percpu', []);
  const third = await now();
  expect(third.cpu).not.toBe(first.cpu);
  expect(third.all).not.toBe(first.all);
  expect(third.fs).toBe(first.fs);
  legacy.stop();
});

it('what is as in version 4 has its very bytes', async () => {
  const { jsonCache, legacy, entry } = setUp();
  const alike = entry('uptime');
  expect((await legacy.of(alike, 'stats')).bytes).toBe((await jsonCache.of(alike.plugin, 'stats')).bytes);
  expect((await legacy.of(entry('help'), 'views')).bytes).toBe(
    (await jsonCache.of(entry('help').plugin, 'views')).bytes,
  );
});

it('bodies that are being made are shared, and dropped when a snapshot comes in between', async () => {
  const { agent, legacy } = setUp();
  const [one, two] = [legacy.all('stats'), legacy.all('stats')];
  expect(two).toBe(one);
  agent.sample('uptime', '2 days, 0:00:00');
  await one;
  expect((await legacy.all('stats')).bytes.toString()).toContain('2 days, 0:00:00');
});
