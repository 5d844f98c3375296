/** The file with the rules of the page. */
import { dirname } from 'node:path';
import { ConfigError } from '../../core/errors.ts';
import { isAbsent } from '../../core/files/error-code.ts';
import { readKeptFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import type { Plugin } from '../../core/plugin.ts';
import { diskFiles } from '../config/files.ts';
import { type PageFile, parsePageFile } from '../config/page-rules.ts';

/** Largest plausible file in bytes. */
export const MOST_BYTES = 256 * 1024;

/** Returns the content of the page's file; null if there is none. Throws `ConfigError`. */
export function readPageBytes(path: string): Uint8Array | null {
  try {
    return readKeptFile(path, MOST_BYTES);
  } catch (error) {
    // A user's own folder may be in a home that cannot be entered; no gander.conf is found there either.
    if (isAbsent(error) || !diskFiles.isFolder(dirname(dirname(path)))) return null;
    throw new ConfigError([`The rules of the page in ${path} cannot be read: ${reasonOf(error)}.`]);
  }
}

/** Reads the rules of the page; null if there are none. Throws `ConfigError` if they are damaged. */
export function readPageFile(path: string | null, plugins: ReadonlyMap<string, Plugin>): PageFile | null {
  const bytes = path === null ? null : readPageBytes(path);
  return bytes && parsePageFile(bytes, path as string, plugins);
}
