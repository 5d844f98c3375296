import { expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { load } from '../../../test/support/load-settings.ts';
import { McpSettings } from '../../api/mcp/mcp.ts';
import { hostRule } from '../../core/host-pattern.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { CommandLine, parseCommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { mcpSettingsPart } from './mcp-part.ts';

const opened = async (text: string, words: readonly string[] = []) =>
  openParts([mcpSettingsPart], {
    given: [
      give(Configuration, await load(`[outputs]\n${text}`)),
      give(CommandLine, parseCommandLine(['-w', ...words])),
    ],
  });

it('is off unless it is turned on', async () => {
  const { lackOf } = await opened('');
  expect(lackOf(McpSettings)?.reason).toBe('enable_mcp=False in [outputs], and no --enable-mcp');
});

it.each([
  ['', ['--enable-mcp'], '/mcp'],
  ['enable_mcp=True\nmcp_path=ai/', [], '/ai'],
  ['enable_mcp=True\nmcp_path=/ai', ['--mcp-path', '/other'], '/other'],
])('is served where %j and %j say: %s', async (text, words, path) => {
  expect((await opened(text, words)).get(McpSettings).path).toBe(path);
});

it('has names of hosts', async () => {
  const { hosts } = (await opened('enable_mcp=True\nmcp_allowed_hosts=*.example.com')).get(McpSettings);
  expect([hosts.allows('web1.example.com'), hosts.allows('localhost')]).toEqual([true, false]);
});

it.each(['/api/4', '/servers', '/a b', '/'])('refuses the path %s', async (path) => {
  const { lackOf } = await opened(`enable_mcp=True\nmcp_path=${path}`);
  expect(lackOf(McpSettings)?.reason).toMatch(/mcp_path must be a path such as \/mcp/);
});

it('is served at another path', async () => {
  const settings = give(McpSettings, { path: '/ai', hosts: hostRule(['localhost']) });
  const { send } = createFakeApi(undefined, { features: featuresWith(settings), prefix: '/pre' });
  // Without a body in JSON.
  expect((await send('POST', '/pre/ai')).statusCode).toBe(415);
  expect((await send('POST', '/pre/mcp')).statusCode).toBe(404);
});
