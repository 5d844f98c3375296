/** Names of server statuses, and their severity. */
import { type Level, rankOf, worstOf } from '../../src/display/levels.ts';
import type { FleetValue, Server, Status } from './types.ts';

export const WORDS: Readonly<Record<Status, string>> = {
  ONLINE: 'Online',
  SNMP: 'SNMP',
  PROTECTED: 'Protected',
  OFFLINE: 'Offline',
  UNKNOWN: 'Unknown',
};

/** The order of the published browser: what answers first. */
const PLACES: Readonly<Record<Status, number>> = { ONLINE: 0, SNMP: 1, PROTECTED: 2, OFFLINE: 3, UNKNOWN: 4 };
export const placeOf = (status: Status): number => PLACES[status] ?? 5;

/** Beside the levels of values: a server that is gone is worse than one that is ill. */
const BADNESS: Readonly<Record<Status, number>> = {
  OFFLINE: 6,
  PROTECTED: 4,
  UNKNOWN: 2,
  SNMP: 0,
  ONLINE: 0,
};
/** By rank of the level: none, careful, warning, critical. */
const LEVEL_BADNESS = [0, 1, 3, 5] as const;

const LEVELS: Readonly<Record<string, Level>> = {
  CAREFUL: 'careful',
  WARNING: 'warning',
  CRITICAL: 'critical',
};

export const levelOfValue = (value: FleetValue | undefined): Level | null =>
  LEVELS[value?.level ?? ''] ?? null;

/** True where what the values say is how it is: others have values of the past at most. */
export const isAnswering = ({ status }: Pick<Server, 'status'>): boolean =>
  status === 'ONLINE' || status === 'SNMP';

/** The worst level of a server's values; null where it does not answer. */
export const levelOfServer = (server: Server): Level | null =>
  isAnswering(server) ? worstOf(Object.values(server.values).map(levelOfValue)) : null;

/** From 0, all is well, to 6, it is gone. */
export const badnessOf = (server: Server): number =>
  Math.max(BADNESS[server.status] ?? 2, LEVEL_BADNESS[rankOf(levelOfServer(server))] ?? 0);

/** Its own page is there to be opened. */
export const hasPage = ({ protocol, status }: Pick<Server, 'protocol' | 'status'>): boolean =>
  protocol === 'rest' && status === 'ONLINE';

export const nameOf = ({ alias, name }: Pick<Server, 'alias' | 'name'>): string => alias || name;

/** Where it is reached: `10.0.0.5:61208`, `[fe80::1]:61208`. */
export function addressOf({ ip, name, port }: Pick<Server, 'ip' | 'name' | 'port'>): string {
  const host = ip ?? name;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Address of a server's own page, relative to that of the fleet. */
export const pageOf = ({ id }: Pick<Server, 'id'>): string => `servers/${encodeURIComponent(id)}/`;
