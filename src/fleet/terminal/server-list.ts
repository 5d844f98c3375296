/** The servers that a list shows, wherever they are known from. */
import type { ServerColumn } from '../../show/display/server-columns.ts';
import type { ListedServer } from '../../show/display/servers.ts';

export interface WatchedServer extends ListedServer {
  readonly id: string;
  /** STATIC: from the configuration. DYNAMIC: found on the network. ADDED: from the page of a hub. */
  readonly type: string;
  readonly tags: readonly string[];
  /** One sentence for every status but ONLINE. */
  readonly reason: string | null;
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

/** The server that is to be opened. */
export interface Choice {
  readonly server: WatchedServer;
  /** As it was typed; null: the one of the configuration, if there is one. */
  readonly password: string | null;
}
