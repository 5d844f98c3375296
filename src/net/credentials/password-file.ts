/** Password files: `<user>.pwd` with one line, see password-hash.ts. */
import { type Account, DEFAULT_USER } from './account.ts';
import { AuthError } from './errors.ts';
import { isPasswordHash } from './password-hash.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

export interface PasswordFile {
  readonly path: string;
  readonly account: Account;
  /** True for a file of the server that Gander replaces. */
  readonly isBorrowed: boolean;
}

export interface PasswordFolders {
  /** The folder for writing, which is also read first. */
  readonly own: string;
  /** Password folder of the Glances server that Gander replaces; undefined if there is none. */
  readonly borrowed?: string;
}

/** Default user of the server that Gander replaces, used if our own default user has no password. */
const BORROWED_USER = 'glances';

export const passwordPath = (folder: string, user: string): string => `${folder}/${user}.pwd`;

/** Finds the password file of a user; null if there is none. Throws {@link AuthError} if it cannot be read or parsed. */
export function findPassword(folders: PasswordFolders, user: string): PasswordFile | null {
  const own = readPassword(folders.own, user, false);
  if (own !== null || folders.borrowed === undefined) return own ?? fallBack(folders.own, user, false);
  return readPassword(folders.borrowed, user, true) ?? fallBack(folders.borrowed, user, true);
}

const fallBack = (folder: string, user: string, isBorrowed: boolean): PasswordFile | null =>
  user === DEFAULT_USER ? readPassword(folder, BORROWED_USER, isBorrowed) : null;

function readPassword(folder: string, user: string, isBorrowed: boolean): PasswordFile | null {
  const path = passwordPath(folder, user);
  const hash = readPrivateFile(path)?.trim();
  if (hash === undefined) return null;
  if (isPasswordHash(hash)) return { path, isBorrowed, account: { user, hash, edition: hash } };
  throw new AuthError(
    `${path} holds no password hash: remove it and start with --username to set a new password.`,
  );
}

/** Rejects with {@link AuthError}. */
export async function savePassword(
  folder: string,
  { user, hash }: Pick<Account, 'user' | 'hash'>,
): Promise<void> {
  await writePrivateFile(passwordPath(folder, user), hash);
}

/** Reads a file again; null if it no longer exists. Throws {@link AuthError}. */
export function reloadPassword({ path, account: { user } }: PasswordFile): Account | null {
  return readPassword(path.slice(0, path.lastIndexOf('/')), user, false)?.account ?? null;
}
