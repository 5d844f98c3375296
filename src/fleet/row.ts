/** A server as `/api/servers` shows it. Nothing of it is secret. */
import type { Column } from '../core/columns.ts';
import type { Protocol, ServerType } from './server.ts';
import type { Reading, Scalar, ServerState, Status } from './state.ts';

export interface ColumnReport extends Column {
  /** Null where this hub does not know the field. */
  unit: string | null;
  description: string | null;
}

export type RowLevel = 'OK' | 'CAREFUL' | 'WARNING' | 'CRITICAL';

export interface RowValue {
  value: Scalar;
  level: RowLevel | null;
  decoration: string;
  /** Seconds since it was read. */
  age: number;
  /** The last numbers, oldest first; empty for texts. */
  recent: readonly number[];
}

export interface Row {
  id: string;
  name: string;
  alias: string | null;
  ip: string | null;
  port: number;
  protocol: Protocol;
  /** Asked over TLS. */
  tls: boolean;
  type: ServerType;
  tags: readonly string[];
  /** A database has its past, and its page shows that while it does not answer. */
  stored: boolean;
  status: Status;
  reason: string | null;
  since: string;
  /** Seconds since it last answered; null: not yet. */
  age: number | null;
  values: Record<string, RowValue>;
}

const LEVELS: ReadonlySet<string> = new Set(['OK', 'CAREFUL', 'WARNING', 'CRITICAL']);

/** @param now milliseconds since the epoch */
export function rowOf(state: ServerState, columns: readonly Column[], now: number): Row {
  const { server, readings } = state;
  return {
    id: server.id,
    name: server.name,
    alias: server.alias,
    ip: state.ip,
    port: server.port,
    protocol: server.protocol,
    tls: server.isSecure,
    type: server.type,
    tags: server.tags,
    stored: state.stored !== null,
    status: state.status,
    reason: state.reason,
    since: new Date(state.since).toISOString(),
    age: state.answeredAt === null ? null : ageOf(state.answeredAt, now),
    values: Object.fromEntries(
      columns.flatMap(({ key }) => {
        const reading = readings.get(key);
        return reading === undefined ? [] : [[key, valueOf(reading, now)]];
      }),
    ),
  };
}

const valueOf = ({ value, decoration, at, recent }: Reading, now: number): RowValue => ({
  value,
  level: levelOf(decoration),
  decoration,
  age: ageOf(at, now),
  recent: typeof value === 'number' ? recent : [],
});

/** The level of a decoration such as `CAREFUL_LOG`; null for those that are none. */
export function levelOf(decoration: string): RowLevel | null {
  const word = decoration.replace(/_LOG$/, '');
  return LEVELS.has(word) ? (word as RowLevel) : null;
}

/** Tenths of seconds; clocks may have been set back. */
const ageOf = (time: number, now: number): number => Math.max(0, Math.round((now - time) / 100) / 10);
