/** Steps a plugin through recorded trees: what it serves after each, without a line of code per case. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownedSection, pluginOption } from '../../src/config/plugin-keys.ts';
import { valuesOf } from '../../src/config/values.ts';
import type { Option } from '../../src/core/options.ts';
import { parseOption } from '../../src/core/option-parse.ts';
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

type Texts = Readonly<Record<string, string>>;

const typed = (texts: Texts, optionOf: (key: string) => Option | undefined): Map<string, unknown> =>
  new Map(
    Object.entries(texts).flatMap(([key, text]) => {
      const option = optionOf(key);
      return option ? [[key, parseOption(option, text)] as const] : [];
    }),
  );

/** Typed options from the texts of a section, and of those sections that entries of the plugin have to themselves. */
export function optionsFrom(
  plugin: Plugin,
  section: Texts,
  sections: Readonly<Record<string, Texts>> = {},
): Record<string, unknown> {
  const owned = Object.entries(sections).flatMap(([name, texts]) => {
    const members = ownedSection(name, [plugin]);
    return members ? [[name, typed(texts, (key) => members[key])] as const] : [];
  });
  const own = typed(section, (key) => pluginOption(plugin, key));
  return valuesOf(plugin.options ?? {}, own, new Map(owned));
}

/** `options.json`: texts of the plugin's section, and as objects further sections. */
function readSections(path: string): { section: Texts; sections: Record<string, Texts> } {
  const entries = existsSync(path) ? Object.entries(readJson(path) as Record<string, string | Texts>) : [];
  return {
    section: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    sections: Object.fromEntries(
      entries.filter((entry): entry is [string, Texts] => typeof entry[1] !== 'string'),
    ),
  };
}

export const stepFolders = (caseFolder: string): string[] =>
  readdirSync(caseFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(caseFolder, entry.name))
    .sort();

export async function stepPlugin(plugin: Plugin, caseFolder: string): Promise<StepResult[]> {
  const folders = stepFolders(caseFolder);
  const { section, sections } = readSections(join(caseFolder, 'options.json'));
  const host = createRecordedHost(folders[0] ?? caseFolder);
  const store = createStore([plugin], 100);
  const runners: Runner[] = [];
  const options = optionsFrom(plugin, section, sections);
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
