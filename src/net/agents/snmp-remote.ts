/** A host without an agent, over SNMP. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createForeignCheck } from '../../core/foreign-values.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Served } from '../../core/served.ts';
import { RequestError } from '../transport/request-error.ts';
import type { Remote } from './remote.ts';

/** Reads everything at once: values by plugin. */
export interface SnmpReader {
  read(): Promise<Served>;
}

/** Between the two readings of the start, so that rates are there from the first output on. */
const GAP_MS = 1000;

/** Plugins that hosts can tell; a host that has just started tells its CPU a minute later. */
const TOLD = ['system', 'uptime', 'load', 'cpu', 'mem', 'memswap', 'fs', 'network'];

/**
 * Numbers that the declaration of their plugin rules out are null. Throws {@link RequestError}.
 * @param registry all plugins
 */
export async function openSnmp(
  reader: SnmpReader,
  registry: readonly Plugin[],
  gapMs = GAP_MS,
): Promise<Remote> {
  const checks = registry
    .filter(({ name }) => TOLD.includes(name))
    .map((plugin) => ({ name: plugin.name, check: createForeignCheck(plugin) }));
  const readAll = async (): Promise<Served> => {
    const values = await readWith(reader);
    for (const { name, check } of checks) check(values[name]);
    return values;
  };
  await readAll();
  await sleep(gapMs);
  let latest: Served | null = await readAll();
  return {
    plugins: TOLD,
    isLoggedIn: false,
    async read(names) {
      const values = latest ?? (await readAll());
      latest = null;
      return new Map(
        names.map((name) => [
          name,
          Object.hasOwn(values, name)
            ? values[name]
            : new RequestError('absent', `SNMP does not tell ${name} at present`),
        ]),
      );
    },
    limits: () => Promise.reject(new RequestError('absent', 'SNMP tells no limits')),
    ask: null,
    fetch: null,
    post: null,
    close() {},
  };
}

/** Messages of the reader are sentences, ours are parts of one. */
async function readWith(reader: SnmpReader): Promise<Served> {
  try {
    return await reader.read();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SnmpError') throw error;
    throw new RequestError('late', error.message.replace(/\.$/, ''), { cause: error });
  }
}
