/** Servers added on the page, in a file readable by its owner only, since it holds their passwords. */
import type { Json } from '../../core/served.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import type { Disk } from '../../core/files/disk.ts';
import { createStateFile, type Loaded, parseAs, type Parsed } from '../../core/files/state-file.ts';
import { listOf } from '../../core/shape.ts';
import type { NewServer } from './fleet.ts';
import { newServerOf } from './new-server.ts';

export interface AddedFile {
  /** Returns the stored servers that can be parsed. */
  load(): Loaded<NewServer[]>;
  /** Rejects with a reason if the file cannot be written, or could not be read; it is left unchanged then. */
  save(servers: readonly NewServer[]): Promise<void>;
}

/** Most servers that can be added. */
export const MOST_ADDED = 2000;

export const addedPath = (folder: string): string => `${folder}/servers.json`;

export function createAddedFile(
  path: string,
  problems: Pick<FileProblems, 'report'>,
  disk?: Disk,
): AddedFile {
  const loss = 'Servers that it may hold are not watched, and none can be added or removed.';
  const { load, save } = createStateFile(path, { parse: parseAdded, disk, reports: { problems, loss } });
  return {
    load,
    save: (servers) => save(`${JSON.stringify(servers.map(entryOf), null, 1)}\n`),
  };
}

const entryOf = ({ host, isSecure, ...rest }: NewServer) => ({
  name: isSecure ? `https://${host}` : host,
  ...rest,
});

const parseEntries = parseAs(listOf<Json>({}));

/** Parses the content, which may have been edited by hand. */
export function parseAdded(text: string): Parsed<NewServer[]> {
  const { value: entries, problems } = parseEntries(text);
  if (entries === null) return { value: null, problems };
  const value: NewServer[] = [];
  const wrong: string[] = [];
  for (const [at, entry] of entries.entries())
    try {
      if (at >= MOST_ADDED) wrong.push(`[${at}] is one too many: at most ${MOST_ADDED} can be added`);
      else value.push(newServerOf(entry));
    } catch (error) {
      wrong.push(`[${at}]: ${(error as Error).message}`);
    }
  return { value, problems: wrong };
}
