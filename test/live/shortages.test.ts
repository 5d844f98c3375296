/** The built agent without a free descriptor: every route answers, with its last values or with the reason why not. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { lacking } from '../support/live-tools.ts';
import type { OpenApiDocument } from '../../src/http/openapi/types.ts';

const missing = lacking('no free descriptor', { programs: ['prlimit'] });

/** Values of parameters in paths; the rest stands for itself. */
const VALUES: Readonly<Record<string, string>> = {
  plugin: 'cpu',
  field: 'total',
  nb: '2',
  pid: '1',
  key: 'x',
};
const QUERIES: Readonly<Record<string, string>> = {
  '/api/history': '?series=cpu/total&from=0',
  '/api/explain': '?at=0',
};
const pathOf = (template: string): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? 'x') + (QUERIES[template] ?? '');

describe.skipIf(missing !== null)('an agent without a free descriptor', async () => {
  const agent = missing === null ? await serveLive({ argv: ['-t', '0.5'] }) : (null as never as LiveAgent);
  const limit = (soft: number): void =>
    void execFileSync('prlimit', ['--pid', String(agent.pid), `--nofile=${soft}:`]);
  const openFiles = (): number[] => readdirSync(`/proc/${agent.pid}/fd`).map(Number);

  afterAll(async () => {
    await agent?.stop();
  });

  it('answers every GET route without an internal error and a line in its log', async () => {
    const document = JSON.parse(String((await agent.request('/openapi.json')).body)) as OpenApiDocument;
    const paths = Object.entries(document.paths).filter(
      ([path, item]) => 'get' in item && !path.includes('stream'),
    );
    expect(paths.length).toBeGreaterThan(50);
    // The connection of these requests is open; the lowest number that is free is not.
    const used = new Set(openFiles());
    let free = 0;
    while (used.has(free)) free += 1;
    limit(free);
    const wrong: string[] = [];
    for (const [template] of paths) {
      const { status, body } = await agent.request(pathOf(template));
      const { detail = '' } = status === 503 ? (JSON.parse(String(body)) as { detail?: string }) : {};
      if (status === 500 || (status === 503 && detail === '')) wrong.push(`${template}: ${status} ${body}`);
    }
    expect(wrong).toEqual([]);
    limit(1024);
    for (const path of ['/', '/metrics', '/api/4/all'])
      expect([path, (await agent.request(path)).status]).toEqual([path, 200]);
    const { stderr } = await agent.stop();
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
