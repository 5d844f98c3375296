/** State of one server, and its changes with each reply. Pure: time comes in, new states come out. */
import type { Scalar } from '../../core/served.ts';
import { inEnglish, type Reason, type Said, saidOf, say } from '../../core/said.ts';
import { RECENT_LENGTH } from '../../core/columns.ts';
import type { ServerStatus } from '../../core/server-status.ts';
import type { Answered } from '../../net/agents/values/extract.ts';
import type { NotifiedAlerts } from './notified-alerts.ts';
import type { Server } from './server.ts';
import type { ServerVerdict } from './server-verdict.ts';

/** How a poll at a server came out. */
export type PollOutcome = {
  /** Milliseconds it took. */
  readonly tookMs?: number;
} & (
  | {
      readonly status: 'ONLINE' | 'SNMP';
      /** By key of the column; what is lacking could not be read. */
      readonly values: ReadonlyMap<string, Answered>;
      /** Its list of alerts, where it has one. */
      readonly verdict?: ServerVerdict;
      /** Alerts to be notified, where this poll asked for them. */
      readonly notified?: NotifiedAlerts;
      readonly reason?: Reason;
      /** Address that answered. */
      readonly ip: string | null;
      /** When the values were taken, monotonic, where that is not now. */
      readonly at?: number;
    }
  | {
      readonly status: 'OFFLINE' | 'PROTECTED' | 'UNKNOWN';
      readonly reason: Reason;
      readonly ip: string | null;
      /** When it was last heard of, monotonic, where others know it. */
      readonly at?: number;
    }
);

export interface ServerReading extends Answered {
  /** Monotonic milliseconds. */
  readonly at: number;
  /** The last numbers, oldest first. */
  readonly recent: readonly number[];
}

export interface ServerState {
  readonly server: Server;
  readonly status: ServerStatus;
  /** One sentence for every status but ONLINE. */
  readonly reason: string | null;
  /** The same as data. */
  readonly said: Said | null;
  /** When the status began. Monotonic milliseconds, like the other times: dates would move when the clock is set. */
  readonly since: number;
  /** When it last answered as it should; null: not yet. */
  readonly answeredAt: number | null;
  /** Milliseconds that its last answer took. */
  readonly answerMs: number | null;
  /** When it said that it is stopped as planned; null: it did not, or it has answered since. */
  readonly stoppedAt: number | null;
  /** Address by which it was last reached. */
  readonly ip: string | null;
  /** Looks in a row that brought nothing. */
  readonly failures: number;
  /** Its name in the database; null: it knows nothing of it, or there is none. */
  readonly stored: string | null;
  /** By key of the column; old ones stay, with their time. */
  readonly readings: ReadonlyMap<string, ServerReading>;
  /** Its alerts at its last answer; null: it has no such list. */
  readonly verdict: ServerVerdict | null;
  /** Its alerts to be notified, as it answered last; null: not known yet. */
  readonly notified: NotifiedAlerts | null;
  /** Grows with every change of any server. */
  readonly serial: number;
  /** Serial of the state before, where only ages and values differ from it; null: more does, or there is none. */
  readonly follows: number | null;
  /** True if the last poll brought values. */
  readonly isRead: boolean;
}

/** @param now monotonic */
export const newState = (server: Server, now: number): ServerState => ({
  server,
  status: 'UNKNOWN',
  ...reasoned(say('has not been asked yet')),
  since: now,
  answeredAt: null,
  answerMs: null,
  stoppedAt: null,
  ip: null,
  failures: 0,
  stored: null,
  readings: new Map(),
  verdict: null,
  notified: null,
  serial: 0,
  follows: null,
  isRead: false,
});

/** True if the next state differs by its age and its values alone. */
export const isContinued = (before: ServerState, next: ServerState): boolean =>
  before.server === next.server &&
  before.status === next.status &&
  before.reason === next.reason &&
  before.since === next.since &&
  before.ip === next.ip &&
  before.stored === next.stored &&
  before.verdict?.level === next.verdict?.level &&
  before.verdict?.count === next.verdict?.count &&
  before.readings.size === next.readings.size;

/** The last numbers of a column of a server before a date, oldest first, from memory that outlasts its row. */
export type PastNumbers = (id: string, key: string, before: number) => readonly number[];

/** An agent ends within this time. */
const STOPPING_MS = 3000;

/** Returns the state after a poll. @param now monotonic @param past of a column before a monotonic time */
export function afterPoll(
  before: ServerState,
  outcome: PollOutcome,
  now: number,
  past: PastNumbers = () => [],
): ServerState {
  const { status } = outcome;
  const isAnswered = 'values' in outcome;
  const heardAt = outcome.at ?? now;
  // An answer may have been on its way when it stopped.
  const isBack = isAnswered && before.stoppedAt !== null && now - before.stoppedAt > STOPPING_MS;
  const stoppedAt = isBack ? null : before.stoppedAt;
  return {
    ...before,
    status,
    ...reasoned(status === 'ONLINE' ? null : reasonOf(outcome.reason ?? null, stoppedAt)),
    stoppedAt,
    since: status === before.status ? before.since : now,
    ip: outcome.ip ?? before.ip,
    answeredAt: isAnswered ? heardAt : (outcome.at ?? before.answeredAt),
    answerMs: isAnswered ? (outcome.tookMs ?? null) : before.answerMs,
    failures: isAnswered ? 0 : before.failures + 1,
    readings: isAnswered ? readingsAfter(before, outcome.values, heardAt, past) : before.readings,
    verdict: isAnswered ? (outcome.verdict ?? null) : before.verdict,
    notified: (isAnswered && outcome.notified) || before.notified,
  };
}

const reasonOf = (reason: Reason | null, stoppedAt: number | null): Reason | null => {
  if (stoppedAt === null) return reason;
  return reason === null
    ? say('it was stopped as planned')
    : say('it was stopped as planned ({reason})', { reason });
};

export const reasoned = (reason: Reason | null): Pick<ServerState, 'reason' | 'said'> => {
  const said = reason === null ? null : saidOf(reason);
  return { reason: said && inEnglish(said), said };
};

function readingsAfter(
  { readings, server }: ServerState,
  values: ReadonlyMap<string, Answered>,
  now: number,
  past: PastNumbers,
): ReadonlyMap<string, ServerReading> {
  const after = new Map(readings);
  for (const [key, answered] of values) {
    const recent = readings.get(key)?.recent ?? past(server.id, key, now);
    after.set(key, { ...answered, at: now, recent: recentAfter(recent, answered.value) });
  }
  return after;
}

/** Adds numbers from before a date, which have come into memory after the first reading. */
export function withEarlier(state: ServerState, before: number, past: PastNumbers): ServerState {
  const readings = new Map<string, ServerReading>();
  for (const [key, reading] of state.readings) {
    const recent = [...past(state.server.id, key, before), ...reading.recent].slice(-RECENT_LENGTH);
    readings.set(key, { ...reading, recent });
  }
  return { ...state, readings };
}

const recentAfter = (recent: readonly number[], value: Scalar): readonly number[] =>
  typeof value === 'number' ? [...recent.slice(1 - RECENT_LENGTH), value] : recent;
