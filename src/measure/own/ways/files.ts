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

/**
 * Reads all files of a pattern. A file that cannot be read loses only its own numbers.
 * @param pattern absolute; `*` in its last part stands for any characters
 */
export async function readFiles(pattern: string, parse: (text: string) => Reading): Promise<Reading> {
  const whole = newReading();
  const paths = await pathsOf(pattern);
  let left = MOST_BYTES;
  for (const path of paths.slice(0, MOST_FILES)) {
    try {
      const text = await readText(path, left);
      left -= Buffer.byteLength(text);
      add(whole, parse(text), paths.length === 1 ? '' : `${basename(path)}, `);
    } catch (error) {
      refuse(whole, path, reasonOf(error));
    }
  }
  if (paths.length > MOST_FILES) refuse(whole, pattern, `only the first ${MOST_FILES} files are read`);
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
async function readText(path: string, most: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    refuseOther(await file.stat(), path);
    const buffer = Buffer.alloc(Math.max(most, 0) + 1);
    let size = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, size, buffer.length - size, size);
      size += bytesRead;
      if (bytesRead === 0 || size === buffer.length) break;
    }
    if (size > most)
      throw new FileError('EFBIG', `it has more than ${MOST_BYTES / 1024} KiB with those before it`);
    return buffer.toString('utf8', 0, size);
  } finally {
    await file.close();
  }
}

function add(whole: Reading, { samples, refused, refusals }: Reading, place: string): void {
  whole.samples.push(...samples);
  for (const one of refused) refuse(whole, place + one.place, one.reason);
  whole.refusals += refusals - refused.length;
}
