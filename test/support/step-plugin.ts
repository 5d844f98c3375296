/** Steps a plugin through recorded trees: what it serves after each, without a line of code per case. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Option } from '../../src/core/options.ts';
import { fallbackOf, parseOption } from '../../src/core/option-parse.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { createRunner, type Runner } from '../../src/sampler/runner.ts';
import { createSources } from '../../src/sampler/sources.ts';
import { createStore } from '../../src/store/store.ts';
import { createRecordedHost } from './fake-host.ts';

const STEP_MS = 2000;

/** A test case: folders `1`, `2`, … below it are the host at each step; `options.json` may hold the plugin's section. */
export interface StepResult {
  folder: string;
  value: unknown;
  health: string;
  reason: string | null;
  history: Record<string, [number, number][]>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Typed options from the texts of a section. */
export function optionsFrom(
  plugin: Plugin,
  section: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const declared: [string, Option][] = Object.entries(plugin.options ?? {});
  return Object.fromEntries(
    declared.map(([name, option]) => {
      const text = section[name];
      return [name, text === undefined ? fallbackOf(option) : parseOption(option, text)];
    }),
  );
}

export const stepFolders = (caseFolder: string): string[] =>
  readdirSync(caseFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(caseFolder, entry.name))
    .sort();

export async function stepPlugin(plugin: Plugin, caseFolder: string): Promise<StepResult[]> {
  const folders = stepFolders(caseFolder);
  const optionsFile = join(caseFolder, 'options.json');
  const section = existsSync(optionsFile) ? (readJson(optionsFile) as Record<string, string>) : {};
  const host = createRecordedHost(folders[0] ?? caseFolder);
  const store = createStore([plugin], 100);
  const runners: Runner[] = [];
  const options = optionsFrom(plugin, section);
  const sources = createSources({
    host,
    optionsOf: () => options,
    notice: (_, topic, text) => runners[0]?.notice(topic, text),
  });
  const runner = createRunner({
    plugin,
    clock: host.clock,
    store,
    meanSamples: 100,
    refreshSeconds: STEP_MS / 1000,
    context: { host, options, use: (source) => () => sources.read(source) },
    onHealth: () => {},
  });
  runners.push(runner);
  const results: StepResult[] = [];
  for (const folder of folders) {
    host.useTree(folder);
    sources.nextTick();
    await runner.run(true);
    const history = store.history(plugin.name);
    results.push({
      folder,
      value: structuredClone(store.latest(plugin.name).value),
      health: runner.health,
      reason: runner.reason?.replaceAll(folder, '') ?? null,
      history: Object.fromEntries(history.names().map((name) => [name, history.points(name)])),
    });
    await host.clock.advance(STEP_MS);
  }
  return results;
}
