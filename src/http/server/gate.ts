/** The checks of every request, in order: host filter, CORS, other sites, authentication. A single hook, cheap when nothing applies. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import type { HostRule } from '../../core/host-pattern.ts';
import { refusalOf } from './access.ts';
import { hostOf, isForeign } from './requested-host.ts';
import { type Cors, isPreflight } from './cors.ts';
import { schemeOf } from './redirect.ts';
import type { PeerIdentity } from './peer-identity.ts';
import { PUBLIC } from './security-headers.ts';
import { refusalOfOtherSites } from './other-sites.ts';

export interface GateSetup {
  /** Null: any host is allowed. */
  hosts: HostRule | null;
  cors: Cors;
  /** Null: no password is required. */
  authenticator: Authenticator | null;
  /** Null: connections say nothing about users. */
  peerIdentity: PeerIdentity | null;
}

/** Calls `next` with an error or nothing, or not at all after a reply. */
type Gate = (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void) => void;

export function createGate({ hosts, cors, authenticator, peerIdentity }: GateSetup): Gate {
  const mayHaveSession = ({ cookie }: IncomingHttpHeaders): boolean =>
    authenticator !== null && cookie !== undefined;
  return (request, reply, next) => {
    const { headers, method } = request.raw;
    if (isForeign(request.raw, hosts)) {
      refuseHost(hosts, request, reply);
      return;
    }
    if (isPreflight(method, headers)) {
      const { status, headers: answered, text } = cors.answerPreflight(headers);
      sendText(reply.headers(answered), status, text);
      return;
    }
    try {
      request.identity = peerIdentity?.(request.raw) ?? null;
    } catch (error) {
      next(error as Error);
      return;
    }
    // A proxy may know its users by their network: pages of other sites would read in their name without any credentials.
    if (request.identity !== null && !cors.named.has(headers.origin ?? '')) reply.header('vary', 'Origin');
    else if (headers.origin !== undefined)
      reply.headers(cors.headersFor(headers.origin, headers.cookie !== undefined));
    else if (cors.isSelective) reply.header('vary', 'Origin');
    // CORS never shares a session's access with any origin.
    if (
      !cors.isSelective &&
      request.identity === null &&
      headers.authorization === undefined &&
      !mayHaveSession(headers)
    )
      reply.headers(PUBLIC);
    const refusal = method === 'GET' ? null : refusalOfOtherSites(request, cors.named);
    if (refusal !== null) next(refusal);
    else if (authenticator === null) next();
    else authenticate(authenticator, request, reply, next);
  };
}

function authenticate(
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply,
  next: (error?: Error) => void,
): void {
  const refusal = refusalOf(authenticator, request, reply);
  if (refusal instanceof Promise) void waitFor(refusal, next);
  else next(refusal ?? undefined);
}

async function waitFor(refusal: Promise<Error | null>, next: (error?: Error) => void): Promise<void> {
  let error: Error | null;
  try {
    error = await refusal;
  } catch (fault) {
    error = fault as Error;
  }
  next(error ?? undefined);
}

/** Redirects to the form with www if only that is allowed. */
function refuseHost(hosts: HostRule | null, request: FastifyRequest, reply: FastifyReply): void {
  const { url = '/' } = request.raw;
  const host = hostOf(request.raw);
  if (host !== null && hosts?.names(`www.${host.name}`) === true && url.startsWith('/')) {
    const port = host.port === '' ? '' : `:${host.port}`;
    void reply
      .code(307)
      .header('location', `${schemeOf(request)}://www.${host.name}${port}${url}`)
      .send();
  } else sendText(reply, 400, 'Invalid host header');
}

function sendText(reply: FastifyReply, status: number, text: string): void {
  void reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
