/** A server as `/api/servers` shows it. Nothing of it is secret. */
import type { Scalar } from '../../net/agents/values/extract.ts';
import type { Column } from '../../core/columns.ts';
import { dateOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import { LEVELS } from '../../http/openapi/schema-parts.ts';
import type { Server } from './server.ts';
import type { ServerVerdict } from './server-verdict.ts';
import type { ServerReading, ServerState } from './state.ts';
import type { ServerStatus } from '../../core/server-status.ts';

export interface ColumnReport extends Column {
  /** Null where this hub does not know the field. */
  unit: string | null;
  description: string | null;
}

type RowLevel = (typeof LEVELS)[number];

export interface RowValue {
  value: Scalar;
  level: RowLevel | null;
  decoration: string;
  /** Seconds since it was read. */
  age: number;
  /** The last numbers, oldest first; empty for texts. */
  recent: readonly number[];
}

export interface ServerRow extends Pick<
  Server,
  'id' | 'name' | 'alias' | 'port' | 'protocol' | 'type' | 'tags'
> {
  ip: string | null;
  /** Asked over TLS. */
  tls: boolean;
  /** A database has its past, and its page shows that while it does not answer. */
  stored: boolean;
  status: ServerStatus;
  reason: string | null;
  since: string;
  /** Seconds since it last answered; null: not yet. */
  age: number | null;
  values: Record<string, RowValue>;
  /** List of alerts of its last reply, in short; null if it has none. */
  verdict: RowVerdict | null;
}

interface RowVerdict {
  level: ServerVerdict['level'];
  /** Alerts that stand. */
  alerts: number;
  /** The headline. */
  sentence: string;
}

/** Change by a poll that brought only new values. */
export interface RowChange {
  id: string;
  age: number | null;
  /** New values by column, each as old as the row; the sparkline goes on with a number. */
  values: Record<string, [value: Scalar, level: RowLevel | null, decoration: string]>;
  /** Headline of its alerts, if it has any. */
  headline?: string;
}

/** @param now monotonic */
export function rowChangeOf(state: ServerState, columns: readonly Column[], now: number): RowChange {
  const { server, readings, answeredAt, isRead } = state;
  const fresh = (key: string): ServerReading | null => {
    const reading = isRead ? readings.get(key) : undefined;
    return reading !== undefined && reading.at === answeredAt ? reading : null;
  };
  return {
    id: server.id,
    age: answeredAt === null ? null : ageOf(answeredAt, now),
    values: Object.fromEntries(
      columns.flatMap(({ key }) => {
        const reading = fresh(key);
        return reading === null
          ? []
          : [[key, [reading.value, levelOfDecoration(reading.decoration), reading.decoration] as const]];
      }),
    ) as RowChange['values'],
    ...((state.verdict?.count ?? 0) > 0 && { headline: state.verdict?.sentence ?? '' }),
  };
}

/** @param clock that of the state's times */
export function rowOf(
  state: ServerState,
  columns: readonly Column[],
  clock: Pick<Clock, 'now' | 'monotonic'>,
): ServerRow {
  const { server, readings } = state;
  const now = clock.monotonic();
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
    since: new Date(dateOf(clock, state.since)).toISOString(),
    age: state.answeredAt === null ? null : ageOf(state.answeredAt, now),
    values: Object.fromEntries(
      columns.flatMap(({ key }) => {
        const reading = readings.get(key);
        return reading === undefined ? [] : [[key, valueOf(reading, now)]];
      }),
    ),
    verdict: state.verdict && rowVerdictOf(state.verdict),
  };
}

const rowVerdictOf = ({ level, count, sentence }: ServerVerdict): RowVerdict => ({
  level,
  alerts: count,
  sentence,
});

const valueOf = ({ value, decoration, at, recent }: ServerReading, now: number): RowValue => ({
  value,
  level: levelOfDecoration(decoration),
  decoration,
  age: ageOf(at, now),
  recent: typeof value === 'number' ? recent : [],
});

/** Returns the level of a decoration such as `CAREFUL_LOG`; null if it is not a level. */
export function levelOfDecoration(decoration: string): RowLevel | null {
  const word = decoration.replace(/_LOG$/, '');
  return LEVELS.find((level) => level === word) ?? null;
}

/** Tenths of seconds. */
const ageOf = (time: number, now: number): number => Math.max(0, Math.round((now - time) / 100) / 10);
