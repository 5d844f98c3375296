/** An assistant's way to the API of a test: the official clients over requests in process. */
import type { Json } from '../../src/core/served.ts';
import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FastifyInstance } from 'fastify';
import type { Asker } from '../../src/api/mcp/asker.ts';
import { AskError } from '../../src/api/mcp/asker.ts';
import { callTool } from '../../src/api/mcp/call-tool.ts';
import { TOOLS } from '../../src/api/mcp/tools/index.ts';

export const MCP = new URL('http://localhost/mcp');

/** `fetch` that reaches an API without a network. */
export const fetchIn =
  (api: FastifyInstance, more: Readonly<Record<string, string>> = {}) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const reply = await api.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: new URL(url).pathname,
      headers: { host: new URL(url).host, ...Object.fromEntries(new Headers(init.headers)), ...more },
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const body = [202, 204].includes(reply.statusCode) ? null : reply.payload;
    return new Response(body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
  };

/** Connected. @param pinned the revision without sessions; otherwise one with a handshake */
export async function assistantOf(
  api: FastifyInstance,
  { headers = {}, pinned }: { headers?: Record<string, string>; pinned?: string } = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    pinned === undefined ? {} : { versionNegotiation: { mode: { pin: pinned } } },
  );
  await client.connect(new StreamableHTTPClientTransport(MCP, { fetch: fetchIn(api, headers) }));
  return client;
}

/** Asks an API without the protocol. */
export const askerIn = (api: FastifyInstance, seesArguments = true): Asker => ({
  page: 'http://localhost/',
  seesArguments,
  async get(path) {
    const { statusCode, payload } = await api.inject(path);
    if (statusCode !== 200) throw new AskError(payload, statusCode);
    return JSON.parse(payload) as Json;
  },
});

/** The answer of a tool. Throws what it refuses. */
export async function askTool(
  asker: Asker,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
  now = Date.now(),
): Promise<Record<string, unknown>> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const { value, text } = await callTool(tool, given, asker, now);
  if (value === undefined) throw new Error(text);
  return value;
}
