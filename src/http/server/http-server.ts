/** The common part of all HTTP servers of Gander. Listening is in `listen.ts`. */
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { ServerOptions } from 'node:https';
import { peerMatcher } from '../../core/ip-networks.ts';
import type { MayConnect } from './allowed-clients.ts';
import { shareConnections } from './connection-shares.ts';
import { expectLate } from './expect.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { answerClientError } from './error-replies.ts';
import { answerInTurn } from './pipelining.ts';

export interface HttpServerSetup {
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
