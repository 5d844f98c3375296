/** All servers and their states. Knows nothing of how they are asked. */
import { say } from '../../core/said.ts';
import { dateOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import { CHECKING_PASSWORD } from '../../core/password-words.ts';
import type { Server } from './server.ts';
import {
  afterPoll,
  isContinued,
  newState,
  type PastNumbers,
  type PollOutcome,
  reasoned,
  type ServerState,
  withEarlier,
} from './state.ts';
import { SERVER_STATUSES, type ServerStatus } from '../../core/server-status.ts';

export type Counts = Record<ServerStatus, number>;

export interface Removal {
  readonly id: string;
  readonly serial: number;
}

export interface Table {
  /** Number of the latest change. */
  readonly serial: number;
  states(): ServerState[];
  find(id: string): ServerState | undefined;
  counts(): Counts;
  /** All tags, sorted. */
  tags(): string[];
  /** Adds a server, or puts another in its place: what was known of it is forgotten. */
  put(server: Server): void;
  /** Gives a server other credentials: what is known of it stays until it answers. */
  change(server: Server): void;
  remove(id: string): void;
  /** Takes the outcome of a poll; one at a server that has been removed or replaced since is dropped. */
  take(server: Server, outcome: PollOutcome): void;
  /** Takes numbers from before a date that have come into memory after first readings. To be called once. */
  recall(before: number): void;
  /** Says what the database calls a server. */
  setStored(id: string, name: string | null): void;
  /** A server is about to stop, as planned. */
  setStopped(id: string): void;
  /** Removals after a change, oldest first; null when some of them are forgotten. */
  removedSince(serial: number): Removal[] | null;
  /** Calls back after every change. */
  subscribe(onChange: () => void): void;
}

/** Removals that are remembered for streams that lag behind. */
const MOST_REMOVALS = 1000;

export function createTable(clock: Pick<Clock, 'now' | 'monotonic'>, past: PastNumbers = () => []): Table {
  const now = (): number => clock.monotonic();
  const pastAt: PastNumbers = (id, key, before) => past(id, key, dateOf(clock, before));
  const states = new Map<string, ServerState>();
  const listeners: (() => void)[] = [];
  let removals: Removal[] = [];
  let forgotten = 0;
  let serial = 0;

  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  /** @param isWhole the state cannot be told by what is new in it */
  const set = (state: ServerState, isWhole = false): void => {
    const before = states.get(state.server.id);
    serial += 1;
    states.set(state.server.id, {
      ...state,
      serial,
      follows: before !== undefined && !isWhole && isContinued(before, state) ? before.serial : null,
      isRead: before?.readings !== state.readings,
    });
    changed();
  };

  return {
    get serial() {
      return serial;
    },
    states: () => [...states.values()],
    find: (id) => states.get(id),
    counts() {
      const counts = Object.fromEntries(SERVER_STATUSES.map((status) => [status, 0])) as Counts;
      for (const { status } of states.values()) counts[status] += 1;
      return counts;
    },
    tags: () => [...new Set([...states.values()].flatMap(({ server }) => server.tags))].sort(),
    put: (server) => set(newState(server, now())),
    change(server) {
      const before = states.get(server.id) ?? newState(server, now());
      const isChecking = before.status === 'PROTECTED';
      set({ ...before, server, ...(isChecking && reasoned(say(CHECKING_PASSWORD))) }, true);
    },
    remove(id) {
      if (!states.delete(id)) return;
      serial += 1;
      removals.push({ id, serial });
      if (removals.length > MOST_REMOVALS) {
        forgotten = removals[0]?.serial ?? 0;
        removals = removals.slice(1);
      }
      changed();
    },
    take(server, outcome) {
      const before = states.get(server.id);
      if (before?.server === server) set(afterPoll(before, outcome, now(), pastAt));
    },
    recall(before) {
      for (const state of states.values())
        if (state.readings.size > 0) set(withEarlier(state, before, past), true);
    },
    setStored(id, name) {
      const before = states.get(id);
      if (before !== undefined) set({ ...before, stored: name });
    },
    setStopped(id) {
      const before = states.get(id);
      if (before !== undefined) set({ ...before, stoppedAt: now() });
    },
    removedSince: (since) =>
      since < forgotten
        ? null
        : removals.filter((removal) => removal.serial > since && !states.has(removal.id)),
    subscribe: (onChange) => void listeners.push(onChange),
  };
}
