/** Access rules: credentials, host names, origins, proxies, TLS. */
import type { ServerOptions } from 'node:https';
import type { Accounts } from '../../net/credentials/accounts.ts';
import type { Audit } from '../../net/credentials/audit.ts';
import type { MayConnect } from './allowed-clients.ts';
import type { GateSetup } from './gate.ts';
import { createCors } from './cors.ts';

export interface Protection extends GateSetup {
  /** Addresses and networks of trusted proxies, which report a client's address and protocol. */
  trustedProxies: readonly string[];
  mayConnect: MayConnect;
  /** Null: no login is required. */
  audit: Audit | null;
  /** Null: no login is required. */
  accounts: Accounts | null;
  /** Null: plain HTTP. */
  tls: ServerOptions | null;
}

/** The default rules: no password, and readable by pages of all sites. */
export const UNPROTECTED: Protection = {
  hosts: null,
  cors: createCors({ origins: ['*'], credentials: false, methods: ['*'], headers: ['*'] }),
  authenticator: null,
  peerIdentity: null,
  trustedProxies: [],
  mayConnect: () => true,
  audit: null,
  accounts: null,
  tls: null,
};
