/**
 * Creates a folder and its parents with mode 0700. Not by Node's `recursive`, which loops forever in parents that take no folders,
 * as below /proc and /sys.
 */
import { constants, mkdirSync, statSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';
import { followOwner } from './follow-owner.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const MODE = 0o700;

/** Creates a folder and its parents. Returns the first created one; undefined if all existed. Rejects with a system error. */
export async function makeFolders(path: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let folder = path; !(await stands(folder)); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    await mkdir(folder, MODE).catch(async (error) => {
      // Another part of the agent may have made it.
      if (errorCode(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
    });
    const made = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      await followOwner(made, dirname(folder));
    } finally {
      await made.close();
    }
  }
  return missing[0];
}

/** False also for a file, which the system refuses to make a folder of. */
const stands = (path: string): Promise<boolean> => stat(path).then((found) => found.isDirectory(), isMissing);

/** Synchronous {@link makeFolders}, for the log, which is opened before any asynchronous work. */
export function makeFoldersSync(path: string): void {
  const missing: string[] = [];
  for (let folder = path; !standsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) mkdirSync(folder, MODE);
}

function standsSync(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    return isMissing(error);
  }
}

function isMissing(error: unknown): false {
  if (errorCode(error) === 'ENOENT') return false;
  throw error;
}
