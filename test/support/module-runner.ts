/** Runs tests as plain modules of Node.js; failures name places in the sources. */
import { pathToFileURL } from 'node:url';
import { type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest';
import { compiledPath, inSources } from './compiled-modules.ts';

async function nameSources({ result }: Pick<RunnerTask, 'result'>): Promise<void> {
  for (const error of result?.errors ?? []) if (error.stack) error.stack = await inSources(error.stack);
}

/** Of this worker. */
const setups = { count: 0 };

export default class ModuleRunner extends TestRunner {
  /** A setup file runs before each test file. */
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    const { href } = pathToFileURL(compiledPath(path));
    return import(/* @vite-ignore */ source === 'setup' ? `${href}?${(setups.count += 1)}` : href);
  }

  async onCollected(files: RunnerTestFile[]): Promise<void> {
    for (const file of files) await nameSources(file);
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): Promise<void> {
    super.onAfterRunTask(test);
    return nameSources(test);
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite);
    await nameSources(suite);
  }
}
