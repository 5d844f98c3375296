/** Optional packages, loaded on first use. */
import type * as nats from '@nats-io/transport-node';
import type * as amqplib from 'amqplib';
import type * as cassandra from 'cassandra-driver';
import type * as kafkajs from 'kafkajs';
import type * as mongodb from 'mongodb';
import type * as mqtt from 'mqtt';
import type * as postgres from 'postgres';
import type * as zeromq from 'zeromq';
import type { DuckDb } from './duckdb-types.ts';

/** Their own types, but for DuckDB, of whose 100 MB nothing is installed. */
export interface Packages {
  '@duckdb/node-api': DuckDb;
  '@nats-io/transport-node': typeof nats;
  amqplib: typeof amqplib;
  'cassandra-driver': typeof cassandra;
  kafkajs: typeof kafkajs;
  mongodb: typeof mongodb;
  mqtt: typeof mqtt;
  postgres: typeof postgres;
  zeromq: typeof zeromq;
}

/** An optional package that is not installed. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage';
}

/** Loads an optional package. Throws {@link MissingPackage}. */
export type LoadPackage = <Name extends keyof Packages>(name: Name) => Promise<Packages[Name]>;

/** @param command command that installs it */
export const missingText = (name: string, command: string): string => `needs the package ${name}: ${command}`;

/** Paths from the sources and from the built program. */
const NOT_FOUND: ReadonlySet<string> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** @param commandFor command that installs a package */
export const createLoader =
  (commandFor: (name: string) => string): LoadPackage =>
  async <Name extends keyof Packages>(name: Name) => {
    try {
      return (await import(name)) as Packages[Name];
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (NOT_FOUND.has(code) && message.includes(name))
        throw new MissingPackage(missingText(name, commandFor(name)));
      throw error;
    }
  };
