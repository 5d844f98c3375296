import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { orNull } from '../../core/or-null.ts';

/** Packages of single exporters with their tested major versions: optional peer dependencies. */
export const OPTIONAL_PACKAGES: Readonly<Record<string, string>> = {
  mqtt: '5',
  '@nats-io/transport-node': '3',
  amqplib: '2',
  postgres: '3',
  kafkajs: '2',
  mongodb: '7',
  'cassandra-driver': '4',
  '@duckdb/node-api': '1',
  zeromq: '6',
};

/** Command that installs the tested version of a package beside this program, in the same way. */
export function installCommand(name: string, program: string): string {
  const path = realPath(program);
  const [, place] = /^(.*?)\/node_modules\//.exec(path) ?? [];
  let how = `--no-save --prefix ${dirname(dirname(path))} `;
  if (place !== undefined) how = place.endsWith('/lib') ? '--global ' : `--prefix ${place} `;
  const version = OPTIONAL_PACKAGES[name];
  return `npm install ${how}${name}${version === undefined ? '' : `@${version}`}`;
}

/**
 * Returns the command that installs an optional package; null if it is installed. @param program from which packages are searched
 */
export function lackingPackage(name: string, program: string): string | null {
  try {
    createRequire(realPath(program)).resolve(name);
    return null;
  } catch (error) {
    // Packages with ES modules only give another error.
    const isLacking = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    return isLacking ? installCommand(name, program) : null;
  }
}

/** An installed package with an untested major version, and the command for the tested one; null: none. */
export function untestedPackage(name: string, program: string): string | null {
  const tested = OPTIONAL_PACKAGES[name];
  const version = installedVersion(name, program);
  if (tested === undefined || version === null || version.split('.')[0] === tested) return null;
  return `${name} ${version} in place of the tested ${name} ${tested}: ${installCommand(name, program)}`;
}

/** Resolves links; unchanged if there is no such file. */
function realPath(program: string): string {
  try {
    return realpathSync(program);
  } catch {
    // Only words of a message depend on it.
    return program;
  }
}

/** Null: not installed, or without a version. */
function installedVersion(name: string, program: string): string | null {
  for (const folder of foldersOf(name, program)) {
    try {
      const { version } = JSON.parse(readSmallFile(`${folder}/${name}/package.json`).toString('utf8')) as {
        version?: unknown;
      };
      return typeof version === 'string' ? version : null;
    } catch {
      // It is in another folder, or missing.
    }
  }
  return null;
}

function foldersOf(name: string, program: string): readonly string[] {
  return orNull(() => createRequire(realPath(program)).resolve.paths(name)) ?? [];
}
