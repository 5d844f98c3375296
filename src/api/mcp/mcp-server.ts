/** The protocol: tools, resources and prompts as the Model Context Protocol names them. Loaded when the first assistant asks. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { VERSION } from '../../core/version.ts';
import { type Asker, AskError } from './asker.ts';
import { callTool } from './call-tool.ts';
import { prompts, promptText } from './prompts.ts';
import { readResource, resources, resourceTemplates } from './resources.ts';
import { inputSchema, NOTE, outputSchema } from './tool.ts';
import { TOOLS } from './tools/index.ts';

const INSTRUCTIONS =
  'Reads servers that Gander monitors; nothing can be changed. Start with health, then explain. Times are dates in UTC, or ages such as ' +
  `-2h. Answers are shortened: raise limit or choose fields for more. ${NOTE}`;

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const LISTED = TOOLS.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchema(tool),
  outputSchema: outputSchema(tool),
  annotations: { title: tool.title, ...READ_ONLY },
}));

/** One for each request or connection. @param now milliseconds since the epoch */
export function createMcpServer(asker: Asker, now: () => number): Server {
  const server = new Server(
    { name: 'Gander', version: VERSION },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: LISTED }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }) => {
    const tool = TOOLS.find((one) => one.name === name);
    if (tool === undefined) throw invalid(`There is no tool ${name.slice(0, 60)}`);
    const { text, isError, value } = await callTool(tool, given, asker, now());
    return { content: [{ type: 'text', text }], isError, ...(value && { structuredContent: { ...value } }) };
  });
  server.setRequestHandler('resources/list', () => ({ resources: resources() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resourceTemplates() }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const text = await readResource(asker, uri).catch((error) => {
      throw error instanceof AskError ? invalid(error.message) : error;
    });
    if (text === null) throw invalid(`There is no resource ${uri.slice(0, 200)}`);
    return { contents: [{ uri, mimeType: 'application/json', text, _meta: { note: NOTE } }] };
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts() }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given } }) => {
    const text = promptText(name, given);
    if (text === null) throw invalid(`There is no prompt ${name.slice(0, 60)}`);
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

const invalid = (message: string): Error => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
