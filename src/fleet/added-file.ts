/** Servers that were added on the page, kept in a file that only its owner may read: their passwords are in it. */
import { AuthError } from '../auth/errors.ts';
import { readPrivateFile, writePrivateFile } from '../auth/private-file.ts';
import type { Disk } from '../files/disk.ts';
import type { NewServer } from './fleet.ts';
import { newServerOf } from './new-server.ts';

export interface AddedFile {
  /** The kept servers, as far as they can be parsed. Throws `AuthError` for a file that cannot be read. */
  read(): NewServer[];
  /** Rejects with `AuthError` for a file that cannot be written; the old one then stays. */
  write(servers: readonly NewServer[]): Promise<void>;
}

/** As many as may be added. */
export const MOST_ADDED = 2000;

export const addedPath = (folder: string): string => `${folder}/servers.json`;

export const createAddedFile = (path: string, disk?: Disk): AddedFile => ({
  read: () => parseAdded(readPrivateFile(path) ?? '[]', path),
  write: (servers) => writePrivateFile(path, `${JSON.stringify(servers.map(entryOf), null, 1)}\n`, disk),
});

const entryOf = ({ host, isSecure, ...rest }: NewServer) => ({
  name: isSecure ? `https://${host}` : host,
  ...rest,
});

/** Entries that make no sense are left out: the file may have been edited. Throws `AuthError` for what is no JSON. */
export function parseAdded(text: string, path: string): NewServer[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new AuthError(`${path} does not hold a list of servers: mend it, or remove it.`);
  }
  return Array.isArray(entries)
    ? entries.slice(0, MOST_ADDED).flatMap((entry) => parseNewServer(entry) ?? [])
    : [];
}

/** Null for what is no server. */
function parseNewServer(entry: unknown): NewServer | null {
  try {
    return newServerOf(entry);
  } catch {
    return null;
  }
}
