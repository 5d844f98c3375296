/** Bytes assembled from cached ones equal those of the whole snapshot, over recorded and random histories. */
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../../src/run/parts/agent.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import type { Tree } from '../../scripts/support/tree.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { onlyInFull, tries } from '../support/full-run.ts';
import { createPlainApi } from '../support/plain-api.ts';
import { type ProcessFiles, processTree } from '../support/process-tree.ts';
import { testSettings } from '../support/recorded-agent.ts';
import { hostSteps } from '../support/recorded-hosts.ts';

const LISTS = ['processlist', 'programlist'];

/** Compares after every step of a machine; `names`: enabled plugins. */
async function compareOver(steps: readonly Tree[], names: readonly string[]): Promise<number> {
  const registry = plugins.filter(({ name }) => names.includes(name));
  const host = createRecordedHost(steps[0] as Tree);
  const agent = createAgent({ host, registry, settings: testSettings(registry), cores: 1 });
  const api = createPlainApi(agent, { now: () => host.clock.now() });
  const whole = (): Record<string, unknown> =>
    Object.fromEntries(agent.plugins.map(({ name }) => [name, agent.store.latest(name).value]));
  const compare = async (): Promise<void> => {
    const answer = await api.inject('/api/4/all?extra=true');
    expect(answer.body).toBe(JSON.stringify(whole()));
    const packed = await api.inject({ url: '/api/4/all?extra=true', headers: { 'accept-encoding': 'gzip' } });
    if (packed.headers['content-encoding'] === 'gzip')
      expect(gunzipSync(packed.rawPayload).toString()).toBe(answer.body);
    for (const name of LISTS) {
      const { value } = agent.store.latest(name);
      expect((await api.inject(`/api/4/${name}`)).body).toBe(JSON.stringify(value));
    }
  };
  const starting = agent.sampler.start();
  await host.clock.advance(500);
  await starting;
  let compared = 0;
  for (const tree of steps) {
    host.useTree(tree);
    agent.sampler.touch(names);
    const before = agent.store.latest('processlist').sequence;
    await host.clock.advance(2000);
    while (
      agent.store.latest('processlist').sequence === before ||
      agent.store.latest('programlist').sequence === before
    )
      await new Promise(setImmediate);
    await compare();
    compared += 1;
  }
  agent.sampler.stop();
  await api.close();
  return compared;
}

describe('kept bytes', () => {
  it.each(['small-vm', ...onlyInFull('kept bytes of a large machine', 'big-server')])(
    'over the recorded machine %s, time and again',
    async (name) => {
      const steps = hostSteps(name);
      const names = plugins.map((plugin) => plugin.name);
      expect(await compareOver([...steps, ...steps, ...steps.slice(-1)], names)).toBeGreaterThan(4);
    },
  );

  it('over random processes that start, work, sleep, change and end', async () => {
    const process = fc.record({
      pid: fc.integer({ min: 1, max: 30 }),
      comm: fc.constantFrom('a', 'b', 'ü', '"time_since_update":'),
      utime: fc.nat(3),
      rss: fc.constantFrom(10, 11),
      uid: fc.constantFrom(0, 1000),
      starttime: fc.constantFrom(100, 200),
      cmdline: fc.constantFrom<string[]>(['/bin/a'], ['/bin/a', '"time_since_update":2,'], ['🜁', '\\']),
      io: fc.constantFrom<[number, number]>([0, 0], [4096, 0]),
    });
    const scene = fc.uniqueArray(process, { selector: ({ pid }) => pid, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(scene, { minLength: 2, maxLength: 6 }), async (scenes) => {
        const steps = scenes.flatMap((one) => [one, one]).map(treeOf);
        expect(await compareOver(steps, ['processcount', ...LISTS])).toBe(steps.length);
      }),
      { numRuns: tries(8) },
    );
  });
});

const treeOf = (processes: readonly ProcessFiles[]): Tree =>
  new Map(Object.entries(processTree(...processes)));
