/** Users who are known by the connection of their request. */
import type { IncomingMessage } from 'node:http';
import { UNIX } from '../../core/ip-networks.ts';
import { type Identity, isSeeing, type Role } from '../../net/credentials/identity.ts';

/** Null: the connection says nothing. Throws an `ApiError` for users who are refused. */
export type PeerIdentity = (request: IncomingMessage) => Identity | null;

/** Combines sources of identities: the first that knows the user wins. Null without sources. */
export function firstIdentity(sources: readonly (PeerIdentity | null)[]): PeerIdentity | null {
  const used = sources.filter((source) => source !== null);
  if (used.length === 0) return null;
  return (request) => {
    for (const source of used) {
      const identity = source(request);
      if (identity !== null) return identity;
    }
    return null;
  };
}

/** Clients of the unix socket, whom its mode and group have let in. Credentials of their own win. */
export function createSocketIdentity(role: Role, viewerArguments: boolean): PeerIdentity {
  const seesArguments = isSeeing(role, viewerArguments);
  const whole = { scope: null, servers: null, until: null, seesArguments };
  const identity: Identity = { ...whole, name: UNIX, role, source: 'socket' };
  return ({ socket, headers }) =>
    socket.remoteAddress === UNIX && headers.authorization === undefined ? identity : null;
}
