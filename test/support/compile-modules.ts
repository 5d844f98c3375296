/** Global setup, also before they run again in watch mode. */
import type { TestProject } from 'vitest/node';
import { compileModules } from './compiled-modules.ts';

export async function setup(project: TestProject): Promise<void> {
  await compileModules();
  project.onTestsRerun(compileModules);
}
