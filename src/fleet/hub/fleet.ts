/** The interface between the API and the hub. */
import type { ServerColumn } from '../../core/columns.ts';
import { service } from '../../core/parts/service.ts';
import type { Readable } from 'node:stream';
import type { Clock } from '../../core/host.ts';
import type { Passed, PassedReply } from './forward.ts';
import type { Server } from './server.ts';
import type { StoredPast } from '../../history/database/stored-past.ts';
import type { ServerState } from './state.ts';
import type { Counts, Removal } from './table.ts';

/** A server as somebody asks for it to be added; checked already. */
export type NewServer = Pick<
  Server,
  'host' | 'isSecure' | 'port' | 'protocol' | 'alias' | 'tags' | 'password'
>;

/** Why a server is not added, changed or removed. */
export type Refusal = 'known' | 'full' | 'unknown' | 'not-added' | 'not-trusted';

export interface Fleet {
  /** The clock of the times in the states. */
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly columns: readonly ServerColumn[];
  /** Seconds between two polls a server. */
  readonly refresh: number;
  /** Milliseconds between two polls at present: nobody may be watching. */
  paceMs(): number;
  /** The past of hosts, from a database; null: there is none. */
  readonly past: StoredPast | null;
  /** When a host of the database sent its newest sample, as far as that was read; null: unknown. */
  storedAt(host: string): number | null;
  /** Number of the latest change. */
  serial(): number;
  states(): ServerState[];
  find(id: string): ServerState | undefined;
  counts(): Counts;
  tags(): string[];
  /** Removals after a change; null when some of them are forgotten. */
  removedSince(serial: number): Removal[] | null;
  /** Calls back after every change, until the result is called. */
  subscribe(onChange: () => void): () => void;
  /** Somebody polls: servers are asked at their full pace for a while. */
  touch(): void;
  /** Keeps the full pace until the result is called. */
  keepActive(): () => void;
  /** Adds a server. Like the next two, it rejects with a reason if the change cannot be saved; nothing has changed then. */
  add(server: NewServer): Promise<ServerState | Refusal>;
  /** Null when it is done. */
  remove(id: string): Promise<Refusal | null>;
  /** Gives it a password, which is kept; null when it is done. Whether it is the right one shows at the next poll. */
  setPassword(id: string, password: string): Promise<Refusal | null>;
  /** Passes a request on. Throws `RequestError`. */
  forward(id: string, passed: Passed): Promise<PassedReply>;
  /** Forwards a request for a stream of events. */
  forwardStream(id: string, passed: Passed): Promise<Readable>;
  /** A server says that it is stopped as planned. False: the token is of none. */
  plannedStop(token: string): boolean;
  /** True if a server has asked for a password. */
  isLocked(id: string): boolean;
}
export const Fleet = service<Fleet>('watched servers');
