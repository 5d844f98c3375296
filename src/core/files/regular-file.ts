/** Files that Gander keeps are regular: a pipe would wait for its other end, a device has no end. */
import type { Stats } from 'node:fs';
import { FileError } from '../file-words.ts';

type Kind = Pick<Stats, 'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket'>;

/** Throws an error with the code `EISDIR` or `EFTYPE` for everything else. */
export function refuseOther(found: Kind, path: string): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw new FileError('EISDIR', 'it is a directory', path);
  const kind = found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device';
  throw new FileError('EFTYPE', `it is ${kind}, not a file`, path);
}
