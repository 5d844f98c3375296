/** A server as the hub knows it before the first request. */
import { bracketed } from '../../core/server-name.ts';

/** STATIC: from the configuration file. DYNAMIC: found on the network. ADDED: from the page. STORED: known from a database alone, and never asked. */
export const SERVER_TYPES = ['STATIC', 'DYNAMIC', 'ADDED', 'STORED'] as const;
export type ServerType = (typeof SERVER_TYPES)[number];
export const PROTOCOLS = ['rest', 'rpc'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface Server {
  /** Unique, and harmless wherever it stands: untrusted names have no part in it. */
  readonly id: string;
  /** How `/serverslist` names it. */
  readonly key: string;
  readonly name: string;
  /** The address to connect to: a name, or the address that was discovered. */
  readonly host: string;
  readonly port: number;
  readonly protocol: Protocol;
  /** Asked over TLS. */
  readonly isSecure: boolean;
  readonly alias: string | null;
  readonly tags: readonly string[];
  readonly type: ServerType;
  /** User that the password belongs to; null: one of the usual ones. */
  readonly username: string | null;
  /** In clear; null: there is none for it. Never of a DYNAMIC server. */
  readonly password: string | null;
}

/** `scheme://host:port`, without credentials. */
export const serverOrigin = ({ isSecure, host, port }: Pick<Server, 'isSecure' | 'host' | 'port'>): string =>
  `http${isSecure ? 's' : ''}://${bracketed(host)}:${port}`;

/** Returns the names of a server, for silences. */
export const calledBy = ({ id, name, alias, tags }: Server) => ({
  names: [id, name, ...(alias === null ? [] : [alias])],
  tags,
});

export const DEFAULT_PORTS: Readonly<Record<Protocol, number>> = { rest: 61_208, rpc: 61_209 };
