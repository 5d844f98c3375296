/** Reads a list that this agent keeps as JSON in its state folder. */
import { readSmallFile } from '../files/read-small-file.ts';
import type { Log } from './log.ts';

/** Items that make no sense are left out; a file that cannot be read is an empty list, and a warning. */
export function readList<T>(
  path: string,
  isItem: (value: unknown) => value is T,
  { name, log }: { name: string; log: Log },
): T[] {
  try {
    const value: unknown = JSON.parse(readSmallFile(path).toString('utf8'));
    return Array.isArray(value) ? value.filter(isItem) : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.write('WARNING', `${name} are forgotten: ${path} cannot be read (${String(error)}).`);
    return [];
  }
}
