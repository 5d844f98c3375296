/**
 * Reads configuration files. They belong to the agent, not to the watched host, hence not through `Host`. The only
 * file of this folder that touches the disk.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ConfigError } from './errors.ts';

/** A configuration of any sense is far smaller. */
const MOST_BYTES = 1024 * 1024;

export interface ConfigFiles {
  /** False when there is no such file, or its folder is closed to us. Pipes count as files. */
  exists(path: string): boolean;
  /** Throws {@link ConfigError} saying why the file cannot be read. */
  read(path: string): Uint8Array;
}

export const diskFiles: ConfigFiles = {
  exists(path) {
    try {
      return !statSync(path).isDirectory();
    } catch {
      return false;
    }
  },
  read(path) {
    try {
      return readBounded(path);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      throw new ConfigError([`The configuration file ${path} cannot be read: ${reasonOf(error)}.`]);
    }
  },
};

function readBounded(path: string): Uint8Array {
  const buffer = Buffer.allocUnsafe(MOST_BYTES + 1);
  const descriptor = openSync(path, 'r');
  try {
    let size = 0;
    for (let read = -1; read !== 0 && size < buffer.length; size += read)
      read = readSync(descriptor, buffer, size, buffer.length - size, null);
    if (size > MOST_BYTES)
      throw new ConfigError([`The configuration file ${path} is larger than ${MOST_BYTES} bytes.`]);
    return buffer.subarray(0, size);
  } finally {
    closeSync(descriptor);
  }
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EACCES':
      return 'no permission';
    case 'EISDIR':
      return 'it is a directory';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
