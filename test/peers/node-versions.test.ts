import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spawnAgent } from '../support/spawn-agent.ts';

/** The npm package `node` brings the program of each version we promise to run on. */
const VERSIONS = ['22', '24'];
const gander = join(import.meta.dirname, '../../bin/gander');

function nodeProgram(version: string): string {
  const folder = join(tmpdir(), `gander-node-${version}`);
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
    const program = nodeProgram(version);
    const port = 61_400 + Number(version);
    const argv = [program, gander, '-w', '-B', '127.0.0.1', '-p', String(port)];
    const agent = spawnAgent({ argv, env: process.env });
    try {
      let output = '';
      for await (const chunk of agent.stdout) {
        output += String(chunk);
        if (output.includes('/api/4')) break;
      }
      const answer = await fetch(`http://127.0.0.1:${port}/api/4/all`);
      const all = (await answer.json()) as { cpu: { cpucore: number }; processlist: unknown[] };
      expect(all.cpu.cpucore).toBeGreaterThan(0);
      expect(all.processlist.length).toBeGreaterThan(0);
    } finally {
      agent.kill('SIGTERM');
    }
    const [code] = (await once(agent, 'exit')) as [number];
    expect(code).toBe(0);
  });
});
