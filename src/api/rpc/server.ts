/** The XML-RPC server: one path, one HTTP method, everything bounded. Listening is in `http/server/listen.ts`. */
import { explain } from '../../core/explain.ts';
import { shortageIn } from '../../core/shortage.ts';
import { lacking } from '../../http/server/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from 'node:https';
import type { Body } from '../../http/body/body.ts';
import { createJsonCache } from '../json-cache/json-cache.ts';
import { viewersBodies } from '../viewers/viewers-services.ts';
import type { MayConnect } from '../../http/server/allowed-clients.ts';
import { createHttpServer } from '../../http/server/http-server.ts';
import { acceptsGzip } from '../../http/server/negotiation.ts';
import { runName } from '../../core/run-name.ts';
import { parseCall, writeFault } from '../../net/xml-rpc/codec.ts';
import { createRpcGate, RPC_PATH, type RpcGateSetup } from './gate.ts';
import { createMethods, FAULT_CODE, type MethodsSetup } from './methods.ts';
import { RpcError, RpcFault } from '../../net/xml-rpc/rpc-error.ts';
import { xmlBody } from './texts.ts';

export interface RpcProtection extends RpcGateSetup {
  /** Addresses and networks of trusted proxies, which report a client's address. */
  trustedProxies: readonly string[];
  mayConnect: MayConnect;
  /** Null: plain HTTP. */
  tls: ServerOptions | null;
}

interface RpcServerSetup extends Omit<MethodsSetup, 'jsonCache'> {
  protection: RpcProtection;
  /** Called for internal errors, for which the client gets a fault. */
  onFault(error: unknown): void;
}

/** Most bytes of a request's body: a name and a few parameters. */
const MAX_BODY = 64 * 1024;
const MAX_CONNECTIONS = 200;
const GZIP_ABOVE_BYTES = 1400;

export function createRpcServer(setup: RpcServerSetup): FastifyInstance {
  const { tls, trustedProxies, mayConnect, ...rules } = setup.protection;
  const gate = createRpcGate(rules);
  const { agent } = setup;
  const { authenticator } = rules;
  const jsonCache = createJsonCache({ ...agent, run: runName() });
  const methods = createMethods({ ...setup, jsonCache });
  let viewers: ReturnType<typeof viewersBodies> | null = null;
  let cut: typeof methods | null = null;
  const methodsForViewers = (): typeof methods => {
    viewers ??= viewersBodies(agent, { whole: jsonCache, run: runName() });
    cut ??= createMethods({ ...setup, ...viewers });
    return cut;
  };
  const server = createHttpServer({
    bodyLimit: MAX_BODY,
    maxConnections: MAX_CONNECTIONS,
    trustedProxies,
    mayConnect,
    tls,
    frameworkErrors: (_error, request, reply) => void gate(request, reply),
  });
  server.addHook('onClose', async () => {
    jsonCache.stop();
    viewers?.jsonCache.stop();
  });
  server.addHook('onRequest', async (request, reply) => ((await gate(request, reply)) ? reply : undefined));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setErrorHandler((error, _request, reply) => sendProblem(reply, error, setup.onFault));
  server.post(RPC_PATH, async (request, reply) => {
    const isWhole = authenticator === null || request.identity?.seesArguments === true;
    const body = await answer(request, isWhole ? methods : methodsForViewers(), setup.onFault);
    return sendXml(request, reply, body);
  });
  return server;
}

/** Errors of calls are faults, which are normal replies. */
async function answer(
  { body }: FastifyRequest,
  methods: ReturnType<typeof createMethods>,
  onFault: RpcServerSetup['onFault'],
): Promise<Body> {
  try {
    return await methods(parseCall(Buffer.isBuffer(body) ? body : new Uint8Array()));
  } catch (error) {
    if (error instanceof RpcFault || error instanceof RpcError) return fault(error.message);
    const shortage = shortageIn(error);
    if (shortage !== null) return fault(String(lacking(explain(shortage)).detail));
    onFault(error);
    return fault('internal error');
  }
}

const fault = (text: string): Body => xmlBody(writeFault(FAULT_CODE, text));

async function sendXml(request: FastifyRequest, reply: FastifyReply, body: Body): Promise<FastifyReply> {
  const isPacked =
    body.bytes.length > GZIP_ABOVE_BYTES && acceptsGzip(request.raw.headers['accept-encoding']);
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
  const bytes = isPacked ? await body.packed() : body.bytes;
  return reply
    .headers({ 'content-type': 'text/xml', 'cache-control': 'no-store', vary })
    .headers(isPacked ? { 'content-encoding': 'gzip' } : {})
    .send(bytes);
}

/** Too large or incomplete bodies; reported by status, since there is no call. */
function sendProblem(reply: FastifyReply, error: unknown, onFault: RpcServerSetup['onFault']): FastifyReply {
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string };
  if (statusCode < 500) return reply.code(statusCode).type('text/plain; charset=utf-8').send(message);
  const shortage = shortageIn(error);
  if (shortage !== null)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send(lacking(explain(shortage)).detail);
  onFault(error);
  return reply.code(500).type('text/plain; charset=utf-8').send('internal error');
}
