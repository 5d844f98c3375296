/** Access control as a configuration makes it. */
import { writeFileSync } from 'node:fs';
import { createFileProblems } from '../../src/core/file-problems.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { diskFiles } from '../../src/run/config/files.ts';
import { loadSettings } from '../../src/run/config/load.ts';
import { createGuard, type GuardSetup } from '../../src/run/parts/guard.ts';
import { createFakeClock } from './fake-clock.ts';
import { temporaryTree } from './temporary-directory.ts';

/** The guard of a configuration's text, and the lines of its log. `folder` holds users and keys. */
export const guardOf = (text: string, change: Partial<GuardSetup> = {}) =>
  loadedGuard(text, temporaryTree(), change);

/** The same in a folder of the caller. */
export async function loadedGuard(text: string, folder: string, change: Partial<GuardSetup> = {}) {
  writeFileSync(`${folder}/gander.conf`, text);
  const file = { path: `${folder}/gander.conf`, borrowed: false };
  const { sections } = await loadSettings({ registry: plugins, file, files: diskFiles });
  const lines: string[] = [];
  const log = { write: (level: string, line: string) => void lines.push(`${level} ${line}`), close() {} };
  const guard = await createGuard({
    outputs: sections.outputs,
    access: sections.access,
    warnings: [],
    chosen: null,
    keyPath: `${folder}/api-keys.json`,
    userFolder: folder,
    environment: { XDG_STATE_HOME: folder },
    clock: createFakeClock(),
    port: 1,
    log,
    problems: createFileProblems(log),
    ...change,
  });
  return { guard, lines, folder };
}
