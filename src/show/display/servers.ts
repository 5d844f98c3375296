/** Status names and severity of listed servers. */
import { isAnswering, SERVER_STATUSES, type ServerStatus } from '../../core/server-status.ts';
import { type Level, rankOf, worstOf } from './levels.ts';
import { localName, type Phrase, t } from './language.ts';

/** One value of a server, with the level from the server. */
interface ServerValue {
  readonly value: string | number | boolean | null;
  readonly level: string | null;
}

export interface ListedServer {
  readonly name: string;
  readonly alias: string | null;
  readonly ip: string | null;
  readonly port: number;
  readonly status: ServerStatus;
  /** By key of the column. */
  readonly values: Readonly<Record<string, ServerValue>>;
  /** Its own list of alerts, in short; null or undefined where it has none, or where nobody asks for it. */
  readonly verdict?: {
    readonly level: string | null;
    readonly alerts: number;
    readonly sentence: string;
  } | null;
}

export const WORDS: Readonly<Record<ServerStatus, Phrase>> = {
  ONLINE: 'Online',
  SNMP: 'SNMP',
  PROTECTED: 'Protected',
  OFFLINE: 'Offline',
  UNKNOWN: 'Unknown',
};

/** Place of a status in sorted lists. */
export const placeOf = (status: ServerStatus): number => SERVER_STATUSES.indexOf(status);

/** Severity of a status beside those of values; a server that does not answer is worst. */
const BADNESS: Readonly<Record<ServerStatus, number>> = {
  OFFLINE: 7,
  PROTECTED: 4,
  UNKNOWN: 2,
  SNMP: 0,
  ONLINE: 0,
};
/** By rank of the level: none, careful, warning, critical. */
const LEVEL_BADNESS = [0, 1, 3, 6] as const;

const LEVELS: Readonly<Record<string, Level>> = {
  CAREFUL: 'careful',
  WARNING: 'warning',
  CRITICAL: 'critical',
};

export const levelOfValue = (value: ServerValue | undefined): Level | null =>
  LEVELS[value?.level ?? ''] ?? null;

type Judged = Pick<ListedServer, 'status' | 'values' | 'verdict'>;

/** Returns the level of a server's alerts; without such a list, the worst of its values. Null if it does not answer. */
export function levelOfServer({ status, values, verdict }: Judged): Level | null {
  if (!isAnswering({ status })) return null;
  if (verdict) return LEVELS[verdict.level ?? ''] ?? null;
  return worstOf(Object.values(values).map(levelOfValue));
}

/** `Online`, `3 alerts`, `Warning`, `Offline`. */
export function statusWords(server: Judged): string {
  const level = levelOfServer(server);
  if (rankOf(level) < rankOf('warning')) return localName(WORDS[server.status] ?? server.status);
  const count = server.verdict?.alerts ?? 0;
  if (count > 0) return t('{count} {count|alert|alerts}', { count });
  return level === 'critical' ? t('Critical') : t('Warning');
}

/** From 0 (fine) to 7 (offline). */
export const badnessOf = (server: Judged): number =>
  Math.max(BADNESS[server.status] ?? 2, LEVEL_BADNESS[rankOf(levelOfServer(server))] ?? 0);

export const nameOf = ({ alias, name }: Pick<ListedServer, 'alias' | 'name'>): string => alias || name;

/** Where it is reached: `10.0.0.5:61208`, `[fe80::1]:61208`; the name alone of what has no port. */
export function addressOf({ ip, name, port }: Pick<ListedServer, 'ip' | 'name' | 'port'>): string {
  const host = ip ?? name;
  if (port === 0) return host;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
