/** A server as `/api/servers` shows it. Nothing of it is secret. */
import { SAID } from '../../core/said-shape.ts';
import { type Column, RECENT_LENGTH } from '../../core/columns.ts';
import { dateOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import { SERVER_STATUSES } from '../../core/server-status.ts';
import {
  closed,
  flag,
  integer,
  listOf,
  mapOf,
  number,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { DECORATION, LEVELS, SCALAR } from '../../http/openapi/schema-parts.ts';
import { PROTOCOLS, SERVER_TYPES } from './server.ts';
import type { ServerVerdict } from './server-verdict.ts';
import type { ServerReading, ServerState } from './state.ts';

const nullable = (description: string) => orNull(text(description));
const seconds = (description: string) => number(description, { minimum: 0, 'x-unit': 'second' });

const VALUE = closed('A value of a server.', {
  value: SCALAR,
  level: orNull(oneOf(LEVELS), 'Level; null where the value is not judged.'),
  decoration: DECORATION,
  age: seconds('Age of the value.'),
  recent: listOf(number(), { description: 'The latest numbers, oldest first.', maxItems: RECENT_LENGTH }),
});
export type RowValue = TypeOf<typeof VALUE>;

const VERDICT = closed('Summary of its alerts at its last answer.', {
  level: orNull(oneOf(LEVELS, 'Worst level; null: no value can be judged.')),
  alerts: integer('Number of alerts.', { minimum: 0 }),
  sentence: text('The headline.'),
});

export const SERVER_ROW = closed(
  'A watched server.',
  {
    id: text('Identifier used in paths.'),
    name: text('Configured or announced name or address.'),
    alias: nullable('Display name; null: none is configured.'),
    ip: nullable('IP address; null until it has been connected to.'),
    port: integer('TCP port.', { minimum: 0 }),
    protocol: oneOf(PROTOCOLS, 'Protocol.'),
    tls: flag('Whether TLS is used.'),
    type: oneOf(
      SERVER_TYPES,
      'Origin: configuration file, network discovery, added on the page, or a database alone.',
    ),
    stored: flag(
      'Whether a database has its history, which its page shows while the server does not answer.',
    ),
    tags: listOf(text(), { description: 'Tags, by which servers are grouped.' }),
    status: oneOf(SERVER_STATUSES, 'Status.'),
    reason: nullable('Reason of the status; null: the server is ONLINE.'),
    reason_said: SAID,
    since: text('Time at which the status began.', { format: 'date-time' }),
    age: orNull(seconds('Time since the last answer; null before the first.')),
    values: mapOf('By column key; values not read yet are left out.', VALUE),
    verdict: orNull(VERDICT, 'Null for servers without `/api/verdict`.'),
  },
  ['reason_said'],
);
export type ServerRow = TypeOf<typeof SERVER_ROW>;

/** Change by a poll that brought only new values. */
export interface RowChange {
  readonly id: string;
  readonly age: number | null;
  /** New values by column, each as old as the row; the sparkline goes on with a number. */
  readonly values: Readonly<
    Record<string, readonly [RowValue['value'], RowValue['level'], RowValue['decoration']]>
  >;
  /** Headline of its alerts, if it has any. */
  readonly headline?: string;
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
    ),
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
    ...(state.said && { reason_said: state.said }),
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

const rowVerdictOf = ({ level, count, sentence }: ServerVerdict): ServerRow['verdict'] => ({
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
export function levelOfDecoration(decoration: string): RowValue['level'] {
  const word = decoration.replace(/_LOG$/, '');
  return LEVELS.find((level) => level === word) ?? null;
}

/** Tenths of seconds. */
const ageOf = (time: number, now: number): number => Math.max(0, Math.round((now - time) / 100) / 10);
