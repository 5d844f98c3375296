import { createHost } from '../../src/measure/host/local-host.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createRunner, type Runner } from '../../src/measure/sampler/runner.ts';
import { createSources } from '../../src/measure/sampler/sources.ts';
import { createStore } from '../../src/core/store/store.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { optionsFrom } from '../../test/support/step-plugin.ts';
import { pause } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';

const ROUNDS = 20;
/** A few at first: what is compiled and cached costs less. */
const WARM_ROUNDS = 5;
const GAP_MS = 100;

/** CPU of one sample of every plugin on its own, with nothing shared between them; the most expensive first. */
export const measurePlugins: Measure = async () => {
  const costs: { name: string; ms: number; state: string }[] = [];
  for (const plugin of plugins) {
    const runner = runnerOf(plugin);
    costs.push({ name: plugin.name, ms: await costOf(runner), state: runner.read.health });
  }
  costs.sort((a, b) => b.ms - a.ms);
  const total = costs.reduce((sum, { ms }) => sum + ms, 0);
  const figure = (name: string, ms: number): Figure => ({
    name,
    value: `${digits(ms)} ms`,
    peer: 'none',
    reach: 'none',
    isReached: true,
  });
  return [
    figure('CPU of one sample of every plugin, each on its own', total),
    ...costs.map(({ name, ms, state }) => figure(`CPU of one sample of ${name} (${state})`, ms)),
  ];
};

interface Reader {
  readonly read: Runner;
  nextTick(): void;
}

function runnerOf(plugin: Plugin): Reader {
  const host = createHost();
  const options = optionsFrom(plugin, {});
  const sources = createSources({ host, optionsOf: () => options, notice: () => {}, isWatched: () => true });
  const read = createRunner({
    plugin,
    clock: host.clock,
    store: createStore([plugin], 100),
    meanSamples: 100,
    refreshSeconds: 2,
    context: {
      host,
      options,
      use: (source) => () => sources.read(source),
      instance: sources.instance,
      again: () => {},
    },
    onHealth: () => {},
  });
  return { read, nextTick: sources.nextTick };
}

async function costOf({ read, nextTick }: Reader): Promise<number> {
  let before = process.cpuUsage();
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    if (round === 0) before = process.cpuUsage();
    nextTick();
    await read.run(true);
    // Not within the measurement of a plugin that has work of its own in the background.
    if (round < 0) await pause(GAP_MS);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ROUNDS;
}
