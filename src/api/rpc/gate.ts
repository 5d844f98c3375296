/** The checks that every request passes first, in this order: host filter, CORS, method and path, authentication. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyGuesses } from '../../http/server/access.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { parseAuthorization } from '../../net/credentials/authorization.ts';
import { isForeign } from '../../http/server/requested-host.ts';
import type { HostRule } from '../../core/host-pattern.ts';

export interface RpcGateSetup {
  /** Null: any host is allowed. */
  hosts: HostRule | null;
  /** Origins whose pages may read replies; `*` allows any. */
  origins: readonly string[];
  /** Null: public. */
  authenticator: Authenticator | null;
}

export const RPC_PATH = '/RPC2';

/** Sends the reply of a refused request; true if it did. */
type RpcGate = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/** A status with its own words, which clients show. */
interface Refusal {
  status: number;
  words: string;
  isHtml?: true;
  headers?: Record<string, string>;
}

export function createRpcGate({ hosts, origins, authenticator }: RpcGateSetup): RpcGate {
  const isAny = origins.includes('*');
  const named = new Set(origins);
  return async (request, reply) => {
    const { headers, method } = request.raw;
    if (isForeign(request.raw, hosts))
      return refuse(reply, { status: 400, words: 'Bad Request: invalid Host header' });
    if (isAny) reply.header('access-control-allow-origin', '*');
    else {
      reply.header('vary', 'Origin');
      if (headers.origin !== undefined && named.has(headers.origin))
        reply.header('access-control-allow-origin', headers.origin);
    }
    if (method !== 'POST') return refuse(reply, { status: 501, words: 'Unsupported method', isHtml: true });
    if (request.raw.url !== RPC_PATH) return refuse(reply, { status: 404, words: 'No such page' });
    const refusal = authenticator && (await verify(authenticator, request));
    return refusal === null ? false : refuse(reply, refusal);
  };
}

const FAILED: Refusal = { status: 401, words: 'Authentication failed', isHtml: true };
/** Format of the password: stage one of its hash, in hexadecimal digits. */
const STAGE_ONE = /^[\da-f]{256}$/i;

async function verify(authenticator: Authenticator, request: FastifyRequest): Promise<Refusal | null> {
  const credentials = parseAuthorization(request.raw.headers.authorization);
  if (credentials?.scheme !== 'basic' || !STAGE_ONE.test(credentials.password)) return FAILED;
  const { user, password } = credentials;
  const claim = { user, password: password.toLowerCase(), isStageOne: true };
  const access = await authenticator.verify(claim, request.ip);
  if (access === 'right') {
    request.identity = authenticator.identityOf(user);
    // This protocol serves values of this host alone.
    return request.identity === null || request.identity.servers !== null ? FAILED : null;
  }
  if (access === 'wrong') return FAILED;
  const { status, message, headers } = tooManyGuesses(access);
  return { status, words: message, headers };
}

function refuse(reply: FastifyReply, { status, words, isHtml, headers = {} }: Refusal): true {
  reply.raw.statusMessage = words;
  const body = isHtml ? `<!DOCTYPE html><title>${status}</title><p>${words}.</p>\n` : words;
  const type = `text/${isHtml ? 'html' : 'plain'}; charset=utf-8`;
  void reply
    .code(status)
    .headers({ 'content-type': type, 'cache-control': 'no-store', ...headers })
    .send(body);
  return true;
}
