/** A host without an agent, over SNMP. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestError } from '../transport/request-error.ts';
import type { Remote } from './remote.ts';

/** Reads everything at once: values by plugin. */
export interface SnmpReader {
  read(): Promise<Readonly<Record<string, unknown>>>;
}

/** Between the two readings of the start, so that rates are there from the first output on. */
const GAP_MS = 1000;

/** Plugins that hosts can tell; a host that has just started tells its CPU a minute later. */
const TOLD = ['system', 'uptime', 'load', 'cpu', 'mem', 'memswap', 'fs', 'network'];

/** Throws {@link RequestError}. */
export async function openSnmp(reader: SnmpReader, gapMs = GAP_MS): Promise<Remote> {
  await readAll(reader);
  await sleep(gapMs);
  let latest: Readonly<Record<string, unknown>> | null = await readAll(reader);
  return {
    plugins: TOLD,
    async read(names) {
      const values = latest ?? (await readAll(reader));
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
async function readAll(reader: SnmpReader): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await reader.read();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SnmpError') throw error;
    throw new RequestError('late', error.message.replace(/\.$/, ''), { cause: error });
  }
}
