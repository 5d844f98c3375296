/** Small files that only their owner may read. They belong to the agent, not to the watched host. */
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { AuthError } from './errors.ts';

/** Null when there is no such file. Throws {@link AuthError}. */
export function readPrivateFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw new AuthError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Replaces a file in one step, mode 0600, and makes its folder. Throws {@link AuthError}. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeDraft(draft, text);
    keepOwner(draft, path);
    renameSync(draft, path);
  } catch (error) {
    discard(draft);
    throw new AuthError(`${path} cannot be written: ${reasonOf(error)}.`);
  }
}

function writeDraft(draft: string, text: string): void {
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  // The umask may have taken more away.
  chmodSync(draft, 0o600);
}

/** A file that root writes for a service stays readable for the service, the owner of the file or its folder. */
function keepOwner(draft: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
  chownSync(draft, uid, gid);
}

function discard(draft: string): void {
  try {
    unlinkSync(draft);
  } catch {
    // It was never made.
  }
}

/** Throws {@link AuthError}. */
export function removePrivateFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    throw new AuthError(`${path} cannot be removed: ${reasonOf(error)}.`);
  }
}

/** True when others than the owner may read a file. */
export const isOpenToOthers = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission',
  EISDIR: 'it is a directory',
  EROFS: 'the file system is read-only',
};

/** Words for an error of the file system. */
export const reasonOf = (error: unknown): string =>
  REASONS[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
