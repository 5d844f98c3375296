/** The common part of all HTTP servers of Gander. Listening is in `listen.ts`. */
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { ServerOptions } from 'node:https';
import { peerMatcher } from '../../core/ip-networks.ts';
import type { MayConnect } from './allowed-clients.ts';
import { shareConnections } from './connection-shares.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { answerClientError } from './error-replies.ts';
import type { IncomingMessage, Server, ServerResponse, RequestListener } from 'node:http';
import { ApiError } from './errors.ts';
import type { Socket } from 'node:net';

interface HttpServerSetup {
  /** Maximum bytes of a request body. */
  bodyLimit: number;
  /** Maximum connections, shared among networks. */
  maxConnections: number;
  /** Addresses and networks of trusted proxies, which report a client's address. */
  trustedProxies: readonly string[];
  mayConnect: MayConnect;
  /** Null: plain HTTP. */
  tls: ServerOptions | null;
  /** Handles paths that the router cannot parse, for which it runs no hooks. */
  frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']>;
  routerOptions?: FastifyServerOptions['routerOptions'];
}

/** Bounds every wait for a client. */
const WAITS = {
  /** Milliseconds of silence within an exchange. */
  connectionTimeout: 60_000,
  /** Milliseconds between requests: longer than clients' usual refresh. */
  keepAliveTimeout: 65_000,
  /** Milliseconds for a whole request to arrive. */
  requestTimeout: 15_000,
  http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 5000 },
};

/** Routes have no schemas, so their compilers, half of the code, are not loaded (`scripts/build.js`). */
const noSchemas = (): never => {
  throw new Error('routes have no schemas');
};

export function createHttpServer(setup: HttpServerSetup): FastifyInstance {
  const { bodyLimit, maxConnections, trustedProxies, mayConnect, tls, frameworkErrors, routerOptions } =
    setup;
  const server = fastify({
    ...WAITS,
    bodyLimit,
    ...(tls === null ? {} : ({ https: { ...WAITS.http, ...tls } } as object)),
    trustProxy: trustedProxies.length > 0 && peerMatcher(trustedProxies),
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Running requests finish; `closing.ts` limits the time.
    forceCloseConnections: 'idle',
    ...(routerOptions && { routerOptions }),
    frameworkErrors,
    clientErrorHandler: (error, socket) => answerLast(socket, () => answerClientError(error, socket)),
  });
  server.decorateRequest('identity', null);
  const answerLast = answerInTurn(server.server);
  const shares = shareConnections(server.server, { most: maxConnections, trustedProxies, mayConnect });
  server.addHook('preClose', async () => shares.closeIdle());
  addSecurityHeaders(server.server, tls !== null);
  expectLate(server);
  return server;
}

function expectLate(server: FastifyInstance): void {
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    void (server.server as Server).emit('request', request, response);
  server.server.on('checkContinue', handle).on('checkExpectation', handle);
  server.addHook('preParsing', (request, reply, payload, done) => {
    const { expect } = request.raw.headers;
    if (expect === undefined) return done(null, payload);
    if (expect.toLowerCase() !== '100-continue') return done(new ApiError(417, 'Expectation Failed'));
    reply.raw.writeContinue();
    done(null, payload);
  });
}

/** Maximum of unanswered requests per connection; real clients send fewer. */
export const MOST_UNANSWERED = 32;
/** Maximum of unread reply bytes over all connections. */
export const MOST_UNSENT = 64 * 2 ** 20;

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/** Replies to invalid input on a connection after all its requests. */
type AnswerLast = (socket: Socket, answer: () => void) => void;

/** For a server that has its handler and no other listener yet. */
function answerInTurn(server: Server): AnswerLast {
  const handlers = server.listeners('request') as RequestListener[];
  /** Unanswered requests; the first is being answered. */
  const unanswered = new Map<Socket, Exchange[]>();
  const last = new WeakMap<Socket, () => void>();

  const answerFirst = (socket: Socket, exchanges: Exchange[]): void => {
    const [first] = exchanges;
    if (first === undefined || !socket.writable) {
      unanswered.delete(socket);
      if (socket.writable) last.get(socket)?.();
      return;
    }
    const [request, response] = first;
    response.once('close', () => {
      exchanges.shift();
      answerFirst(socket, exchanges);
    });
    for (const handle of handlers) handle.call(server, request, response);
  };

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    endLargest([...unanswered.keys()]);
    const exchanges = unanswered.get(socket) ?? [];
    unanswered.set(socket, exchanges);
    exchanges.push([request, response]);
    if (exchanges.length === 1) answerFirst(socket, exchanges);
    else if (exchanges.length > MOST_UNANSWERED) socket.destroy();
  });

  return (socket, answer) => {
    // After the first error, the parser reports one for everything that follows.
    if (last.has(socket)) return;
    last.set(socket, answer);
    const exchanges = unanswered.get(socket) ?? [];
    const [request, response] = exchanges.at(-1) ?? [];
    // Its body is invalid: this is its reply.
    if (request?.complete === false && response?.headersSent === false) exchanges.pop();
    if (exchanges.length === 0) answer();
  };
}

/** Closes the connection with the most unread bytes if the total is too high. */
function endLargest(sockets: readonly Socket[]): void {
  const unsent = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  if (unsent <= MOST_UNSENT) return;
  sockets.reduce((one, other) => (other.writableLength > one.writableLength ? other : one)).destroy();
}
