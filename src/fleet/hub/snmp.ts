/** SNMP for hosts without an agent: its options and clients. */
import type { PluginValue } from '../../core/served.ts';
import { extractValue, type Answered } from '../../net/agents/values/extract.ts';
import type { Server } from './server.ts';
import { UsageError } from '../../core/errors.ts';
import type { Column } from '../../core/columns.ts';
import type { Clock } from '../../core/host.ts';
import {
  createSnmpReader,
  SnmpError,
  type SnmpOptions,
  type SnmpReader,
} from '../../measure/snmp/read-snmp.ts';
import { parseSecurity } from '../../measure/snmp/snmp-options.ts';

/** Options of the command line. */
export interface SnmpValues {
  readonly snmp_community: string;
  readonly snmp_port: number;
  readonly snmp_version: string;
  readonly snmp_user: string;
  readonly snmp_auth: string;
}

/** Generous, since datagrams get lost and SNMP agents are slow. */
const TIMEOUT_MS = 3000;
/** Shorter for a hub, since most of many unreachable servers have no SNMP either. */
const HUB_TIMEOUT_MS = 1500;
/** Pause before a silent host is asked again. */
const REST_MS = 60_000;

export const snmpOptionsOf = (values: SnmpValues, host: string, timeoutMs = TIMEOUT_MS): SnmpOptions => ({
  host,
  port: values.snmp_port,
  version: values.snmp_version === '1' || values.snmp_version === '3' ? values.snmp_version : '2c',
  community: values.snmp_community,
  user: values.snmp_user,
  auth: values.snmp_auth,
  timeoutMs,
});

interface Known {
  reader: SnmpReader;
  /** True if the last one succeeded: one reply may get lost. */
  answers: boolean;
  /** Monotonic milliseconds. */
  restsUntil: number;
}

/**
 * A hub's fallback for servers without an agent. Discovered servers are excluded: the community is only for configured ones. Throws
 * `UsageError` for impossible keys.
 */
export function createFallBack(
  values: SnmpValues,
  columns: readonly Column[],
  clock: Clock,
  timeoutMs = HUB_TIMEOUT_MS,
) {
  checkKeys(values);
  const known = new WeakMap<Server, Known>();
  return async (server: Server, signal: AbortSignal): Promise<ReadonlyMap<string, Answered> | null> => {
    if (server.type === 'DYNAMIC') return null;
    const entry = known.get(server) ?? {
      reader: createSnmpReader(snmpOptionsOf(values, server.host, timeoutMs)),
      answers: false,
      restsUntil: 0,
    };
    known.set(server, entry);
    if (clock.monotonic() < entry.restsUntil) return null;
    try {
      const plugins = await entry.reader.read(signal);
      entry.answers = true;
      return valuesOf(plugins, columns);
    } catch (error) {
      if (!(error instanceof SnmpError)) throw error;
      if (!entry.answers) entry.restsUntil = clock.monotonic() + REST_MS;
      entry.answers = false;
      return null;
    }
  };
}

function checkKeys({ snmp_version: version, snmp_auth: auth }: SnmpValues): void {
  if (version !== '3') return;
  try {
    parseSecurity(auth);
  } catch (error) {
    throw error instanceof SnmpError ? new UsageError(error.message) : error;
  }
}

function valuesOf(plugins: Readonly<Record<string, PluginValue>>, columns: readonly Column[]) {
  const values = new Map<string, Answered>();
  for (const column of columns) {
    const value = extractValue(column, plugins[column.plugin], undefined);
    if (value !== null) values.set(column.key, value);
  }
  return values;
}
