import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installCommand } from '../exporters/packages.ts';
import { readSmallFile } from '../files/read-small-file.ts';

/** Packages that single exporters need, with the major versions that are tested. They are peer dependencies, and optional. */
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

/** The command that installs an optional package; null: it is there. @param program from which packages are looked for */
export function lackingPackage(name: string, program: string): string | null {
  try {
    createRequire(realpathSync(program)).resolve(name);
    return null;
  } catch (error) {
    // Some packages have modules alone, which is another error.
    const isLacking = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    return isLacking ? installCommand(name, OPTIONAL_PACKAGES) : null;
  }
}

/** An installed package whose major version was not tested, with the command for that which was; null: there is no such. */
export function untestedPackage(name: string, program: string): string | null {
  const tested = OPTIONAL_PACKAGES[name];
  const version = installedVersion(name, program);
  if (tested === undefined || version === null || version.split('.')[0] === tested) return null;
  return `${name} ${version} in place of the tested ${name} ${tested}: ${installCommand(name, OPTIONAL_PACKAGES)}`;
}

/** Null: it is not installed, or does not say. */
function installedVersion(name: string, program: string): string | null {
  for (const folder of foldersOf(name, program)) {
    try {
      const { version } = JSON.parse(readSmallFile(`${folder}/${name}/package.json`).toString('utf8')) as {
        version?: unknown;
      };
      return typeof version === 'string' ? version : null;
    } catch {
      // It is in another folder, or in none.
    }
  }
  return null;
}

function foldersOf(name: string, program: string): readonly string[] {
  try {
    return createRequire(realpathSync(program)).resolve.paths(name) ?? [];
  } catch {
    return [];
  }
}
