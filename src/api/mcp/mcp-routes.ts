/** `POST /mcp`: assistants, over streamable HTTP. */
import type { FastifyRequest } from 'fastify';
import type { Asker } from './asker.ts';
import { isForeign } from '../../http/server/requested-host.ts';
import { ApiError } from '../../http/server/errors.ts';
import { untilClosed } from '../../http/server/client.ts';
import { jsonIn } from '../../http/server/require-json.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access, Base, Closing, Now } from '../../http/route/services.ts';
import { McpSettings } from './mcp.ts';
import { ownAsker } from './own-asker.ts';

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
    answer(request: FastifyRequest, parsedBody: unknown, asker: Asker): Promise<Response> {
      const authInfo = { token: '', clientId: '', scopes: [] };
      askers.set(authInfo, asker);
      return fetch(webRequest(request), { parsedBody, authInfo });
    },
  };
}

/** The head of a request; the body has been read. */
const webRequest = ({ protocol, host, url, headers }: FastifyRequest): Request =>
  new Request(`${protocol}://${host}${url}`, {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  });
