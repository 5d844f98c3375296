import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installCommand } from '../exporters/packages.ts';

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
