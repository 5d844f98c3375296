/** Steps a plugin through the trees of a test case and returns its values after each. */
import type { PluginValue } from '../../src/core/served.ts';
import { ownedSection, pluginOption } from '../../src/measure/levels/plugin-keys.ts';
import { valuesOf } from '../../src/run/config/values.ts';
import type { Option } from '../../src/core/options.ts';
import { parseOption } from '../../src/core/option-parse.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { createRunner, type Runner } from '../../src/measure/sampler/runner.ts';
import { createSources } from '../../src/measure/sampler/sources.ts';
import { createStore } from '../../src/core/store/store.ts';
import type { Host } from '../../src/core/host.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createRecordedHost, type RecordedHost } from './fake-host.ts';
import type { Tree } from '../../scripts/support/tree.ts';
import type { TestCase } from './test-case.ts';

const STEP_MS = 2000;

/** When the step was recorded, in Unix milliseconds; null: not recorded. */
export function wallTime(tree: Tree | undefined): number | null {
  const time = tree?.get('time.json');
  return typeof time === 'string' ? (JSON.parse(time) as { now: number }).now : null;
}

/** As many as `/proc/stat` lists; infinite where it lists none. */
export function coresOf(tree: Tree | undefined): number {
  const stat = tree?.get('proc/stat');
  const listed = typeof stat === 'string' ? stat.match(/^cpu\d+ /gm) : null;
  return listed?.length ?? Number.POSITIVE_INFINITY;
}

export interface StepResult {
  value: PluginValue;
  health: string;
  reason: string | null;
}

type Texts = Readonly<Record<string, string>>;

const typed = (texts: Texts, optionOf: (key: string) => Option | undefined): Map<string, unknown> =>
  new Map(
    Object.entries(texts).flatMap(([key, text]) => {
      const option = optionOf(key);
      return option ? [[key, parseOption(option, text)] as const] : [];
    }),
  );

/** Typed options from a section's texts, and from sections of its entries. */
export function optionsFrom(
  plugin: Plugin,
  section: Texts,
  sections: Readonly<Record<string, Texts>> = {},
): Record<string, unknown> {
  const owned = Object.entries(sections).flatMap(([name, texts]) => {
    const members = ownedSection(name, [plugin])?.members;
    return members ? [[name, typed(texts, (key) => members[key])] as const] : [];
  });
  const own = typed(section, (key) => pluginOption(plugin, key));
  return valuesOf(plugin.options ?? {}, own, new Map(owned));
}

export interface Stepping {
  /** The host that the plugin reads, made from the recorded one. */
  seenThrough?: (host: RecordedHost) => Host;
  /** Receives each served value itself, with its marks, where results contain copies. */
  observe?: (value: PluginValue, step: Omit<StepResult, 'value'>) => void;
  clock?: FakeClock;
}

export async function stepPlugin(
  plugin: Plugin,
  { steps, sections }: Pick<TestCase, 'steps' | 'sections'>,
  { seenThrough = (host) => host, observe = () => {}, clock = createFakeClock() }: Stepping = {},
): Promise<StepResult[]> {
  const recorded = createRecordedHost(steps[0] ?? new Map(), { clock });
  const host = seenThrough(recorded);
  const store = createStore([plugin], 100);
  const runners: Runner[] = [];
  const options = optionsFrom(plugin, sections[plugin.name] ?? {}, sections);
  const sources = createSources({
    host,
    optionsOf: () => options,
    notice: (_, topic, text) => runners[0]?.notice(topic, text),
    isWatched: () => true,
  });
  const runner = createRunner({
    plugin,
    clock,
    store,
    meanSamples: 100,
    cores: Math.max(...steps.map(coresOf)),
    refreshSeconds: STEP_MS / 1000,
    context: {
      host,
      options,
      use: (source) => () => sources.read(source),
      instance: sources.instance,
      again: () => {},
    },
    onHealth: () => {},
  });
  runners.push(runner);
  const results: StepResult[] = [];
  for (const tree of steps) {
    recorded.useTree(tree);
    const wall = wallTime(tree);
    if (wall !== null && wall !== clock.now()) clock.step(wall - clock.now());
    sources.nextTick();
    await runner.run(true);
    observe(store.latest(plugin.name).value, { health: runner.health, reason: runner.reason });
    results.push({
      value: structuredClone(store.latest(plugin.name).value),
      health: runner.health,
      reason: runner.reason,
    });
    await clock.advance(STEP_MS);
  }
  return results;
}
