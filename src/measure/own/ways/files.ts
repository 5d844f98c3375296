/** Numbers in files, such as those of the textfile collector of node_exporter. */
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from '../../../core/files/reason-of.ts';
import { refuseOther } from '../../../core/files/regular-file.ts';
import { FileError } from '../../../core/file-words.ts';
import { MOST_BYTES } from '../bounds.ts';
import { type Reading, newReading, refuse } from '../sample.ts';

const MOST_FILES = 100;

/** A file of a pattern, or why it cannot be read. */
type FoundFile =
  | { readonly path: string; readonly text: string; readonly modifiedMs: number }
  | { readonly path: string; readonly reason: string };

interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** There are more than are read. */
  readonly isCut: boolean;
}

/**
 * Reads all files of a pattern. Rejects with a system error if its folder cannot be read.
 * @param pattern absolute; `*` in its last part stands for any characters
 */
export async function findFiles(pattern: string): Promise<FoundFiles> {
  const paths = await pathsOf(pattern);
  const files: FoundFile[] = [];
  let left = MOST_BYTES;
  for (const path of paths.slice(0, MOST_FILES)) {
    try {
      const found = await readText(path, left);
      left -= Buffer.byteLength(found.text);
      files.push({ path, ...found });
    } catch (error) {
      files.push({ path, reason: reasonOf(error) });
    }
  }
  return { files, isCut: paths.length > MOST_FILES };
}

/** Numbers in all files of a pattern. A file that cannot be read loses only its own numbers. */
export async function readFiles(pattern: string, parse: (text: string) => Reading): Promise<Reading> {
  const whole = newReading();
  const { files, isCut } = await findFiles(pattern);
  for (const file of files) {
    try {
      if ('reason' in file) refuse(whole, file.path, file.reason);
      else add(whole, parse(file.text), files.length === 1 ? '' : `${basename(file.path)}, `);
    } catch (error) {
      refuse(whole, file.path, reasonOf(error));
    }
  }
  if (isCut) refuse(whole, pattern, `only the first ${MOST_FILES} files are read`);
  return whole;
}

/** Sorted. Rejects with a system error if the folder cannot be read. */
async function pathsOf(pattern: string): Promise<string[]> {
  const [folder, last] = [dirname(pattern), basename(pattern)];
  if (!last.includes('*')) return [pattern];
  const parts = last.split('*');
  const names = await readdir(folder);
  // Programs write beside a file and rename it; names with a dot in front are such.
  return names
    .filter((name) => !name.startsWith('.') && matches(name, parts))
    .sort()
    .map((name) => join(folder, name));
}

/** Linear: each part is looked for behind the one before. */
function matches(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

/** Of a regular file, not a link: others may write to its folder, and would choose what is read. */
async function readText(path: string, most: number): Promise<{ text: string; modifiedMs: number }> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = await file.stat();
    refuseOther(stats, path);
    const buffer = Buffer.alloc(Math.max(most, 0) + 1);
    let size = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, size, buffer.length - size, size);
      size += bytesRead;
      if (bytesRead === 0 || size === buffer.length) break;
    }
    if (size > most)
      throw new FileError('EFBIG', `it has more than ${MOST_BYTES / 1024} KiB with those before it`);
    return { text: buffer.toString('utf8', 0, size), modifiedMs: stats.mtimeMs };
  } finally {
    await file.close();
  }
}

function add(whole: Reading, { samples, refused, refusals }: Reading, place: string): void {
  whole.samples.push(...samples);
  for (const one of refused) refuse(whole, place + one.place, one.reason);
  whole.refusals += refusals - refused.length;
}
