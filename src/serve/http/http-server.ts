/** The common part of all servers of Gander, whatever their protocol. It does not listen; `listen.ts` does. */
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { ServerOptions } from 'node:https';
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
  /** Addresses and networks of trusted proxies, which state a client's address. */
  trustedProxies: readonly string[];
  /** Null: plain HTTP. */
  tls: ServerOptions | null;
  /** Answers paths that the router cannot read; it runs no hooks for them. */
  frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']>;
  routerOptions?: FastifyServerOptions['routerOptions'];
}

/** Bounds every wait for a client. */
const WAITS = {
  /** Milliseconds of silence within an exchange. */
  connectionTimeout: 60_000,
  /** Milliseconds between requests: longer than the usual refresh of clients. */
  keepAliveTimeout: 65_000,
  /** Milliseconds for a whole request to arrive. */
  requestTimeout: 15_000,
  http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 5000 },
};

/** No route has a schema; the compilers for them are half of the code that would be loaded (`scripts/build.js`). */
const noSchemas = (): never => {
  throw new Error('routes have no schemas');
};

export function createHttpServer(setup: HttpServerSetup): FastifyInstance {
  const { bodyLimit, maxConnections, trustedProxies, tls, frameworkErrors, routerOptions } = setup;
  const server = fastify({
    ...WAITS,
    bodyLimit,
    ...(tls === null ? {} : ({ https: { ...WAITS.http, ...tls } } as object)),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Running requests finish; `closing.ts` bounds the time.
    forceCloseConnections: 'idle',
    ...(routerOptions && { routerOptions }),
    frameworkErrors,
    clientErrorHandler: (error, socket) => answerLast(socket, () => answerClientError(error, socket)),
  });
  const answerLast = answerInTurn(server.server);
  const shares = shareConnections(server.server, { most: maxConnections, trustedProxies });
  server.addHook('preClose', async () => shares.closeIdle());
  addSecurityHeaders(server.server, tls !== null);
  expectLate(server);
  return server;
}
