import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './live-agent.ts';

/** Copies the agent and Node.js to a place that everybody may read; returns its command line. */
export function installedAgent(folder: string): string[] {
  const place = join(folder, 'gander');
  chmodSync(folder, 0o755);
  mkdirSync(place);
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(REPOSITORY, part), join(place, part), { recursive: true });
  return [process.execPath, join(place, 'bin/gander')];
}
