/**
 * Reads configuration files. They belong to the agent, not to the watched host, hence not through `Host`. The only disk access of
 * this folder.
 */
import { statSync } from 'node:fs';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { ConfigError } from '../../core/errors.ts';
import { orNull } from '../../core/or-null.ts';

/** Any sensible configuration is far smaller. */
const MOST_BYTES = 1024 * 1024;

export interface ConfigFiles {
  /** False if there is no such file, or its folder is not accessible. Pipes count as files. */
  exists(path: string): boolean;
  isFolder(path: string): boolean;
  /** Throws {@link ConfigError} if the file cannot be read. */
  read(path: string): Uint8Array;
}

/** Null if there is nothing, or if it is in a folder of another user. */
const isDirectory = (path: string): boolean | null => orNull(() => statSync(path).isDirectory());

export const diskFiles: ConfigFiles = {
  exists: (path) => isDirectory(path) === false,
  isFolder: (path) => isDirectory(path) === true,
  read(path) {
    try {
      return readSmallFile(path, MOST_BYTES);
    } catch (error) {
      throw new ConfigError([`The configuration file ${path} cannot be read: ${reasonOf(error)}.`]);
    }
  },
};
