/** `POST /mcp`: assistants, over streamable HTTP. */
import type { Json } from '../../core/served.ts';
import type { FastifyRequest } from 'fastify';
import { type Asker, AskError } from './asker.ts';
import { isForeign } from '../../http/server/requested-host.ts';
import { ApiError } from '../../http/server/errors.ts';
import { untilClosed } from '../../http/server/client.ts';
import { jsonIn } from '../../http/server/require-json.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access, Base, Closing, Now } from '../../http/route/services.ts';
import { McpSettings } from './mcp.ts';
import { memberOf } from '../../core/members.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';

/** Arguments are short. */
const MOST_BYTES = 64 * 1024;
/** Streams of changes, of which there are none: clients may open one. */
const MOST_LISTENING = 8;

export const mcpRoutes = [
  defineRoute({
    method: 'POST',
    path: '/mcp',
    at: ({ settings }) => settings.path,
    access: 'viewer',
    keys: 'mcp',
    isReading: true,
    mostBytes: MOST_BYTES,
    uses: { settings: McpSettings, access: Access, base: Base, closing: Closing, now: Now },
    undocumented: 'it is JSON-RPC, and docs/mcp.md describes it',
    admit:
      ({ settings: { hosts } }) =>
      (request) => {
        if (isForeign(request.raw, hosts))
          throw new ApiError(
            421,
            'Assistants may not use this host name: name it in [outputs] mcp_allowed_hosts',
          );
      },
    handler({ access: { authenticator }, base, closing, now }) {
      let loaded: ReturnType<typeof load> | null = null;
      closing.before(() => void loaded?.then(({ close }) => close()));
      return async (request, reply) => {
        const body = jsonIn(request);
        const asker = ownAsker(request, { base, authenticator, signal: untilClosed(reply) });
        const { answer } = await (loaded ??= load(now));
        return reply.send(await answer(request, body, asker));
      };
    },
  }),
];

/** The library is loaded for the first request. */
async function load(now: () => number) {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ]);
  const askers = new WeakMap<object, Asker>();
  const { fetch, close } = createMcpHandler(
    ({ authInfo }) => {
      const asker = askers.get(authInfo ?? {});
      if (asker === undefined) throw new Error('a request without its asker');
      return createMcpServer(asker, now);
    },
    { maxSubscriptions: MOST_LISTENING },
  );
  return {
    close,
    answer(request: FastifyRequest, parsedBody: Json, asker: Asker): Promise<Response> {
      const authInfo = { token: '', clientId: '', scopes: [] };
      askers.set(authInfo, asker);
      return fetch(webRequest(request), { parsedBody, authInfo });
    },
  };
}

/** Converts the head of a request; the body has been read. */
const webRequest = ({ protocol, host, url, headers }: FastifyRequest): Request =>
  new Request(`${protocol}://${host}${url}`, {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  });

/** For whom, and by way of which proxies. */
const PASSED = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** @param base prefix of all paths @param signal of the request's end */
function ownAsker(
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
