/** A list that this agent keeps as JSON in the folder of the journal, whose lock it holds. */
import { existsSync } from 'node:fs';
import { readSmallFile } from '../files/read-small-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { Log } from './log.ts';

export interface KeptList<T> {
  /** Rejects with a reason. */
  save(items: readonly unknown[]): Promise<void>;
  /** After the folder was opened: takes what the file has, or writes what is known where there is none. */
  reload(known: readonly unknown[], load: (saved: T[]) => void): void;
}

export interface KeptListSetup {
  /** Of the items, for messages. */
  name: string;
  log: Log;
  /** Why nothing can be kept at the moment; null: it can. */
  obstacle(): string | null;
}

export function keepList<T>(
  path: string,
  isItem: (value: unknown) => value is T,
  { name, log, obstacle }: KeptListSetup,
): KeptList<T> {
  const save = async (items: readonly unknown[]): Promise<void> => {
    const reason = obstacle();
    if (reason !== null) throw new Error(reason);
    await replaceFile(path, JSON.stringify(items));
  };
  return {
    save,
    reload(known, load) {
      if (existsSync(path)) return load(read(path, isItem, { name, log }));
      if (known.length > 0) save(known).catch(() => undefined);
    },
  };
}

/** Items that make no sense are left out; a file that cannot be read is an empty list, and a warning. */
function read<T>(
  path: string,
  isItem: (value: unknown) => value is T,
  { name, log }: Pick<KeptListSetup, 'name' | 'log'>,
): T[] {
  try {
    const value: unknown = JSON.parse(readSmallFile(path).toString('utf8'));
    return Array.isArray(value) ? value.filter(isItem) : [];
  } catch (error) {
    log.write('WARNING', `${name} are forgotten: ${path} cannot be read (${String(error)}).`);
    return [];
  }
}
