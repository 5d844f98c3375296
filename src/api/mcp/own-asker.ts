/** Asks the routes of this server in the name of a request: what a caller may not read, no tool reads for it. */
import type { FastifyRequest } from 'fastify';
import { memberOf } from '../../core/members.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import { type Asker, AskError } from './asker.ts';

/** For whom, and by way of which proxies. */
const PASSED = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** @param base prefix of all paths @param signal of the request's end */
export function ownAsker(
  request: FastifyRequest,
  { base, authenticator, signal }: { base: string; authenticator: Authenticator | null; signal: AbortSignal },
): Asker {
  const { server, raw, identity } = request;
  let authorization: string | null | undefined;
  // Assistants with a key for tools alone are viewers.
  const lent = identity && { ...identity, role: identity.role ?? ('viewer' as const), scope: null };
  const headers = Object.fromEntries(
    PASSED.flatMap((name) => (raw.headers[name] === undefined ? [] : [[name, raw.headers[name]]])),
  );
  const remoteAddress = raw.socket.remoteAddress ?? '127.0.0.1';
  return {
    page: `${request.protocol}://${request.host}${base}/`,
    seesArguments: request.identity?.seesArguments === true,
    async get(path) {
      authorization ??= lent === null ? null : (authenticator?.lend(lent) ?? null);
      const reply = await server.inject({
        method: 'GET',
        url: base + path,
        headers: { ...headers, ...(authorization !== null && { authorization }) },
        remoteAddress,
        signal,
      });
      const value = await parseJsonInSlices(reply.payload).catch(() => null);
      if (reply.statusCode === 200) return value;
      const detail = memberOf(value, 'detail');
      const reason = typeof detail === 'string' ? detail : `status ${reply.statusCode}`;
      throw new AskError(reason, reply.statusCode);
    },
  };
}
