/** Before suites that run the built agent. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import compiled from '../test/support/compiled-code.cjs';
import { at, ensureBuilt } from './ensure.js';

/** Keeps the code of a start, for `test/support/compiled-code.cjs`. */
async function compileAgent() {
  if (existsSync(compiled.compiledCode())) return;
  const folder = mkdtempSync(join(tmpdir(), 'gander-compiled-'));
  const preload = ['--require', at('test/support/compiled-code.cjs')];
  const argv = ['-w', '-B', '127.0.0.1', '-p', '0', '-C', '/dev/null', '--disable-archive'];
  const agent = spawn(process.execPath, [...preload, at('bin/gander'), ...argv], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      STATE_DIRECTORY: folder,
      GANDER_TEST_KEEPS_CODE: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  agent.stdout.on('data', (text) => String(text).includes('REST API on') && agent.kill());
  await once(agent, 'close');
  rmSync(folder, { recursive: true });
}

export async function setup() {
  // `scripts/test.js` gives the page suite a network namespace of its own, where the loopback interface is down at first.
  if (networkInterfaces()['lo'] === undefined) spawnSync('ip', ['link', 'set', 'lo', 'up']);
  // Requested once by the build.
  ensureBuilt();
  await compileAgent();
}
