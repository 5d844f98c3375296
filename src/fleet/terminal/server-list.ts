/** Listed servers, from any source. */
import type { Said } from '../../core/said.ts';
import type { ServerColumn } from '../../core/columns.ts';
import type { ListedServer } from '../../show/display/servers.ts';

export interface WatchedServer extends ListedServer {
  readonly id: string;
  /** STATIC: from the configuration. DYNAMIC: found on the network. ADDED: from the page of a hub. */
  readonly type: string;
  readonly tags: readonly string[];
  /** One sentence for every status but ONLINE. */
  readonly reason: string | null;
  /** The same as data. */
  readonly reason_said?: Said;
  /** Seconds since it last answered; null: not yet. */
  readonly age: number | null;
}

export interface ServerList {
  readonly columns: readonly ServerColumn[];
  /** In the order of the configuration. */
  servers(): readonly WatchedServer[];
  /** Calls back after changes, once for those that come together; the result ends it. */
  subscribe(onChange: () => void): () => void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Server to open. */
export interface Choice {
  readonly server: WatchedServer;
  /** Password as typed; null: the configured one, if any. */
  readonly password: string | null;
}
