/** Explains why an archive cannot be written. */
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { Disk } from '../../core/files/disk.ts';
import { errorCode } from '../../core/files/error-code.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import type { ArchiveStatus } from './setup.ts';

const FORBIDDEN = 'this user has no permission to write there';

export const isFull = (error: unknown): boolean => errorCode(error) === 'ENOSPC' || isOverQuota(error);

export const isOverQuota = (error: unknown): boolean => errorCode(error) === 'EDQUOT';

export interface User {
  readonly uid: number;
  readonly name: string;
}

export async function failureOf(
  disk: Disk,
  path: string,
  error: unknown,
  user = thisUser(),
): Promise<ArchiveStatus> {
  const isForbidden = ['EACCES', 'EPERM'].includes(errorCode(error) ?? '');
  const words = isForbidden ? FORBIDDEN : reasonOf(error);
  const owned = isForbidden ? await foreignOwner(disk, path, error, user) : null;
  return {
    state: isFull(error) ? 'full' : 'failing',
    reason: `${path} cannot be written: ${owned ?? words}`,
  };
}

/** A file or folder owned by another user that blocks writing, often root after an earlier run; null: none. */
async function foreignOwner(
  disk: Disk,
  path: string,
  error: unknown,
  { uid, name }: User,
): Promise<string | null> {
  const { path: refused = path } = error as NodeJS.ErrnoException;
  const home = homeOf(path);
  for (const one of [refused, ...foldersTo(path)]) {
    const found = await disk.stat(one).catch(() => null);
    if (found === null) continue;
    if (found.uid === uid) return null;
    const owner = found.uid === 0 ? 'root' : `user ${found.uid}`;
    const remedy = isIn(one, home)
      ? `chown -R ${name}${/\D/.test(name) ? ':' : ''} ${home}`
      : `install -d -m 700 -o ${name} ${path}`;
    return `${one} belongs to ${owner}, and Gander runs as ${name}; run \`${remedy}\``;
  }
  return null;
}

/** Returns the state folder, which also has other files; a folder of another name is for the history alone. */
const homeOf = (path: string): string => /^.*\/gander(?=\/|$)/.exec(path)?.[0] ?? path;

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function* foldersTo(path: string): Generator<string> {
  for (let folder = path; folder !== '/' && folder !== '.'; folder = dirname(folder)) yield folder;
}

function thisUser(): User {
  const uid = process.geteuid?.() ?? 0;
  try {
    return { uid, name: userInfo().username };
  } catch {
    // A container may have no entry for its user.
    return { uid, name: String(uid) };
  }
}
