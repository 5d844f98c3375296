/** Assistants over standard input and output: a message a line. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Asker } from './asker.ts';
import { createMcpServer } from './mcp-server.ts';

/** Resolves when the input has ended. */
export async function serveStreams(input: Readable, output: Writable, asker: Asker): Promise<void> {
  const ended = once(input, 'close');
  const { close } = serveStdio(() => createMcpServer(asker, Date.now), {
    transport: new StdioServerTransport(input, output),
  });
  await ended;
  await close();
}
