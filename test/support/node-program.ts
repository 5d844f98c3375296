/** Programs of other versions of Node.js, from npm, fetched once. Packages pin theirs: packaging/runtime.json. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './live-agent.ts';

/** Like {@link nodeProgram}; null, with one printed line, if npm's registry cannot be reached. */
export function nodeProgramOrSkip(version: string): string | null {
  try {
    return nodeProgram(version);
  } catch {
    console.warn(`skipped: the agent on Node ${version} (npm's registry cannot be reached)`);
    return null;
  }
}

/**
 * Returns the path of the program of the newest version with that first number. Only it is unpacked: npm would also unpack
 * 5,000 files beside it. Throws when the registry cannot be reached.
 */
export function nodeProgram(version: string): string {
  const folder = join(CACHE, `node-${version}`);
  const program = join(folder, 'package/bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const run = (name: string, ...args: string[]): string =>
    execFileSync(name, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const archive = run('npm', 'pack', '--silent', `node-linux-${process.arch}@${version}`).trim();
  run('tar', '-xzf', archive, 'package/bin/node');
  rmSync(join(folder, archive));
  return program;
}
