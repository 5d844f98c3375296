/** After a peak, an agent keeps no more memory than before, measured in bytes after a collection. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Tree } from '../../scripts/support/tree.ts';
import { retained } from '../../bench/retained.ts';
import { createAgent } from '../../src/run/parts/agent.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { isInThisRun } from '../support/full-run.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { createPlainApi } from '../support/plain-api.ts';
import { processTree } from '../support/process-tree.ts';
import { testSettings } from '../support/recorded-agent.ts';

const PROCESSES = 200;
const NAMES = ['processcount', 'processlist', 'programlist'];
/** As long as the list shows while there are few such processes. */
const LONG = 3000;
/** One and a half lists of these processes; the requests of the peak are answered with a hundred. */
const SLACK = 200_000;

/** @param argument of each process, all of which run at every step; with other arguments they are others */
function treeAt(step: number, argument: string): Tree {
  const one = (_: unknown, index: number) => ({
    pid: index + 1,
    utime: step,
    starttime: 100 + argument.length,
    runs: step,
    cmdline: ['/bin/x', `${argument}${index}`],
  });
  return new Map(Object.entries(processTree(...Array.from({ length: PROCESSES }, one))));
}

/** Compressors are released after a collection: first their streams, then the memory of these. */
async function kept(): Promise<number> {
  for (let collection = 0; collection < 3; collection += 1) {
    retained();
    await setTimeout(5);
  }
  return retained();
}

async function serving() {
  const registry = plugins.filter(({ name }) => NAMES.includes(name));
  const host = createRecordedHost(treeAt(1, ''));
  const agent = createAgent({ host, registry, settings: testSettings(registry), cores: 2, keptSamples: 10 });
  const api = createPlainApi(agent, { now: () => host.clock.now() });
  onTestFinished(async () => {
    agent.sampler.stop();
    await api.close();
  });
  const starting = agent.sampler.start();
  await host.clock.advance(500);
  await starting;
  let step = 1;

  const ask = (path: string, encoding: string) =>
    api.inject({ url: `/api/4/${path}`, headers: { 'accept-encoding': encoding } });

  /** Takes this many samples, with a reply after each. */
  const cycles = async (count: number, argument = ''): Promise<void> => {
    for (let cycle = 0; cycle < count; cycle += 1) {
      step += 1;
      host.useTree(treeAt(step, argument));
      agent.sampler.touch(NAMES);
      const before = agent.store.latest('programlist').sequence;
      await host.clock.advance(2000);
      while (agent.store.latest('programlist').sequence === before) await new Promise(setImmediate);
      await ask('all', 'identity');
    }
  };
  return { ask, cycles };
}

describe.runIf(isInThisRun('memory after a peak'))('memory', () => {
  it('is what it was after a peak of requests', async () => {
    const { ask, cycles } = await serving();
    const burst = async (): Promise<void> => {
      const encodings = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'gzip' : 'identity'));
      const answers = await Promise.all(encodings.map((encoding) => ask('all', encoding)));
      expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
      await cycles(1);
    };
    await cycles(20);
    await burst();
    const before = await kept();
    for (let count = 0; count < 5; count += 1) await burst();
    expect((await kept()) - before).toBeLessThan(SLACK);
  });

  it('is what it was after a peak of long arguments', async () => {
    const { ask, cycles } = await serving();
    /** Additional bytes at the peak, whose list contains them. */
    const peak = async (length: number): Promise<number> => {
      const before = await kept();
      await cycles(3, 'a'.repeat(length));
      expect((await ask('processlist', 'identity')).body.length).toBeGreaterThan(PROCESSES * length);
      const more = (await kept()) - before;
      await cycles(10);
      return more;
    };
    await cycles(10);
    // A small peak: code compiled for the first one stays.
    await peak(LONG / 10);
    const before = await kept();
    expect(await peak(LONG)).toBeGreaterThan(5 * SLACK);
    expect((await kept()) - before).toBeLessThan(SLACK);
  });
});
