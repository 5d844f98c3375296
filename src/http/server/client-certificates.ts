/** Certificates of clients: whose connections are refused, and which users they name. */
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import { shortAddress } from '../../core/ip-address.ts';
import { type Identity, isSeeing, type Role } from '../../net/credentials/identity.ts';
import type { PeerIdentity } from './peer-identity.ts';
import { warnOnce } from './warn-once.ts';

interface ClientCertificatesSetup {
  /** Connections without a certificate are refused, too. */
  isRequired: boolean;
  /** Roles by name. */
  roles: ReadonlyMap<string, Role>;
  viewerArguments: boolean;
  warn(text: string): void;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export interface ClientCertificates {
  /** Identity by the first name of the certificate that has a role. Credentials of a request win. */
  readonly identityOf: PeerIdentity;
  /** Refuses connections of a server from now on. */
  guard(server: Server): void;
  /** Ends all connections with a certificate: authorities or revocations are others now. */
  disconnect(): void;
}

/** By codes of OpenSSL; all others mean that no listed authority has signed it. */
const REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'is revoked in client_crl_file',
  CRL_HAS_EXPIRED: 'cannot be checked, as client_crl_file has expired',
  UNABLE_TO_GET_CRL: 'cannot be checked, as client_crl_file holds no list of its authority',
  INVALID_PURPOSE: 'is not made for clients',
};

export function createClientCertificates(setup: ClientCertificatesSetup): ClientCertificates {
  const { isRequired, roles, viewerArguments, warn, now = Date.now } = setup;
  const warnAbout = warnOnce(warn, 'Refused certificates of further addresses are not logged.');
  const known = new Map<Socket, Identity | null>();

  const problemOf = (socket: TLSSocket, { subject, valid_to: end }: PeerCertificate): string | null => {
    // Node.js gives an empty object without a certificate.
    if ((subject as object | undefined) === undefined) return isRequired ? 'is missing' : null;
    if (!socket.authorized)
      return REASONS[String(socket.authorizationError)] ?? 'is not signed by client_ca_file';
    // A resumed session was checked when it began.
    return Date.parse(end) <= now() ? 'has expired' : null;
  };
  const identityIn = (certificate: PeerCertificate): Identity | null => {
    const name = namesIn(certificate).find((one) => roles.has(one));
    const role = name === undefined ? undefined : roles.get(name);
    if (name === undefined || role === undefined) return null;
    const until = Date.parse(certificate.valid_to);
    return {
      name,
      role,
      scope: null,
      servers: null,
      source: 'certificate',
      until,
      seesArguments: isSeeing(role, viewerArguments),
    };
  };
  const check = (socket: Socket): void => {
    // The unix socket has no TLS.
    if (!(socket instanceof TLSSocket)) return;
    const certificate = socket.getPeerCertificate();
    const problem = problemOf(socket, certificate);
    if (problem !== null) {
      const address = shortAddress(socket.remoteAddress ?? '');
      warnAbout(
        `${address} ${problem}`,
        `Connections from ${address} are refused: the certificate of the client ${problem}.`,
      );
      socket.destroy();
    } else if ((certificate.subject as object | undefined) !== undefined) {
      known.set(socket, identityIn(certificate));
      socket.once('close', () => known.delete(socket));
    }
  };
  return {
    identityOf({ socket, headers }) {
      const identity = headers.authorization === undefined ? (known.get(socket) ?? null) : null;
      return identity !== null && (identity.until ?? 0) > now() ? identity : null;
    },
    // Before the listener that reads requests.
    guard: (server) => void server.prependListener('secureConnection', check),
    disconnect: () => known.forEach((_, socket) => socket.destroy()),
  };
}

/** Common name, host names and mail addresses. Node.js quotes names that could be mistaken for several. */
function namesIn({ subject, subjectaltname = '' }: PeerCertificate): string[] {
  const others = subjectaltname
    .split(', ')
    .filter((one) => /^(?:DNS|email):[^"]+$/.test(one))
    .map((one) => one.slice(one.indexOf(':') + 1));
  return typeof subject.CN === 'string' ? [subject.CN, ...others] : others;
}
