import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './live-agent.ts';

/** A copy of the agent and of the program that runs it where everybody may read it; its command line. */
export function installedAgent(folder: string): string[] {
  const place = join(folder, 'gander');
  chmodSync(folder, 0o755);
  mkdirSync(place);
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(REPOSITORY, part), join(place, part), { recursive: true });
  return [process.execPath, join(place, 'bin/gander')];
}
