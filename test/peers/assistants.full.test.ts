/** `/mcp` and `gander mcp` against the conformance suite and the inspector of the Model Context Protocol, in `npm run test:full`. */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/api/mcp/tools/index.ts';
import { PROGRAM } from '../support/agent-program.ts';
import { CLEAN_ENVIRONMENT, type LiveAgent, serveLive } from '../support/live-agent.ts';
import { nodeProgramOrSkip } from '../support/node-program.ts';
import { npmPeers } from '../support/npm-peers.ts';

const TIMEOUT = { timeout: 180_000 };
const peers = npmPeers();
/** Both need Node 22 or newer. */
const node = peers === null ? null : nodeProgramOrSkip('24');

/** Scenarios for any server; the others call tools and resources that only the suite's own server has. */
const SCENARIOS = [
  ['server-initialize', 1],
  ['ping', 1],
  ['tools-list', 1],
  ['resources-list', 1],
  ['prompts-list', 1],
  ['dns-rebinding-protection', 2],
] as const;

describe.skipIf(peers === null || node === null)('programs for servers of assistants', () => {
  let agent: LiveAgent;
  beforeAll(async () => {
    agent = await serveLive({ argv: ['--enable-mcp'] });
  }, TIMEOUT.timeout);
  afterAll(() => agent?.stop());

  const url = (): string => `http://127.0.0.1:${agent.port}/mcp`;
  const run = (path: string, ...argv: string[]): string =>
    execFileSync(String(node), [join(String(peers), '@modelcontextprotocol', path), ...argv], {
      encoding: 'utf8',
      env: { ...CLEAN_ENVIRONMENT, PATH: `${dirname(String(node))}:${CLEAN_ENVIRONMENT['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const inspect = (...argv: string[]) =>
    JSON.parse(run('inspector/clients/launcher/build/index.js', '--cli', ...argv)) as {
      tools?: object[];
      structuredContent?: object;
    };

  it.each(SCENARIOS)('the suite finds no fault in %s', TIMEOUT, (scenario, checks) => {
    const text = run('conformance/dist/index.js', 'server', '--url', url(), '--scenario', scenario);
    expect(text).toContain(`Passed: ${checks}/${checks}, 0 failed`);
  });

  it('the inspector lists and calls tools over HTTP', TIMEOUT, () => {
    const http = [url(), '--transport', 'http', '--method'];
    expect(inspect(...http, 'tools/list').tools).toHaveLength(TOOLS.length);
    const call = inspect(...http, 'tools/call', '--tool-name', 'processes', '--tool-arg', 'limit=2');
    expect(call.structuredContent).toMatchObject({ processes: [{}, {}] });
  });

  it('the inspector starts gander mcp', TIMEOUT, () => {
    const own = [PROGRAM, 'mcp', '-c', `127.0.0.1:${agent.port}`];
    const { structuredContent } = inspect(...own, '--method', 'tools/call', '--tool-name', 'health');
    expect(structuredContent).toHaveProperty('sentence');
  });
});
