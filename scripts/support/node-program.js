/** Programs of other versions of Node.js and of other architectures, from npm: fetched once, and kept. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../ensure.js';

/**
 * Returns the path of the program of a version (or of the newest with that first number). Only it is unpacked: npm would also
 * unpack 5,000 files beside it. Throws when the registry cannot be reached.
 */
export function nodeProgram(version, arch = process.arch) {
  const folder = at('node_modules/.cache', `node-${version}-${arch}`);
  const program = join(folder, 'package/bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const run = (name, ...args) =>
    execFileSync(name, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const archive = run('npm', 'pack', '--silent', `node-linux-${arch}@${version}`).trim();
  run('tar', '-xzf', archive, 'package/bin/node');
  rmSync(join(folder, archive));
  return program;
}
