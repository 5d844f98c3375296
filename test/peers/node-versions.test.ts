import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CACHE, PROGRAM, serveLive } from '../support/live-agent.ts';

/** The npm package `node` brings the program of each version we promise to run on. */
const VERSIONS = ['22', '24'];

function nodeProgram(version: string): string {
  const folder = join(CACHE, `node-${version}`);
  const program = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--loglevel=error', `node@${version}`], {
      cwd: folder,
    });
  }
  return program;
}

describe.each(VERSIONS)('Node %s', (version) => {
  it('runs the built agent', { timeout: 120_000 }, async () => {
    const agent = await serveLive({ command: [nodeProgram(version), PROGRAM, '-w'] });
    const all = await agent.get<{ cpu: { cpucore: number }; processlist: unknown[] }>('/all');
    expect(all.cpu.cpucore).toBeGreaterThan(0);
    expect(all.processlist.length).toBeGreaterThan(0);
    expect(await agent.stop()).toMatchObject({ code: 0 });
  });
});
