import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CACHE, PROGRAM, serveLive } from '../support/live-agent.ts';

const VERSIONS = ['22', '24'];

/** The program of a version we promise to run on; an npm package brings it. npm itself would also unpack 5,000 files beside it. */
function nodeProgram(version: string): string {
  const folder = join(CACHE, `node-${version}`);
  const program = join(folder, 'package/bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const name = `node-linux-${process.arch}@${version}`;
    const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', archive, 'package/bin/node'], { cwd: folder });
    rmSync(join(folder, archive));
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
