/** Access rules: credentials, host names, origins, proxies, TLS. */
import type { ServerOptions } from 'node:https';
import type { GateSetup } from './gate.ts';
import { createCors } from './cors.ts';

export interface Protection extends GateSetup {
  /** Addresses and networks of proxies whose word on a client's address and protocol is taken. */
  trustedProxies: readonly string[];
  /** Null: plain HTTP. */
  tls: ServerOptions | null;
}

/** The rules without any configuration: open to everybody, pages of all sites included. */
export const UNPROTECTED: Protection = {
  hosts: null,
  cors: createCors({ origins: ['*'], credentials: false, methods: ['*'], headers: ['*'] }),
  authenticator: null,
  trustedProxies: [],
  tls: null,
};
