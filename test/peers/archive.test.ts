/** The history on disk, with real processes and a real disk. `GANDER_KILLS=100` kills a hundred times. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../src/files/disk.ts';
import { runAgent } from '../support/built-agent.ts';
import { openRig, PACE_MS } from '../support/archive-rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const WRITER = fileURLToPath(new URL('../support/archive-writer.ts', import.meta.url));
const START = Date.UTC(2026, 10, 22, 12);
const ROUNDS = Number(process.env['GANDER_KILLS'] ?? 3);

/** Runs until it is killed in the middle of something; the last time that it said was safe. */
async function writeAndKill(path: string, start: number, ms: number): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, path, String(start)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  await once(child.stdout, 'data');
  await sleep(ms);
  child.kill('SIGKILL');
  await once(child, 'close');
  const lines = output.split('\n').slice(0, -1);
  return Number(lines.at(-1));
}

describe('the history on disk', () => {
  it(
    `loses nothing that was written when it is killed (${ROUNDS} times)`,
    { timeout: ROUNDS * 20_000 },
    async () => {
      const path = join(temporaryTree(), 'archive');
      let start = START;
      const safe: [from: number, to: number][] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const last = await writeAndKill(path, start, 150 + ((round * 7919) % 1000));
        safe.push([start, last]);
        start = last + 3_600_000;
      }
      const clock = createFakeClock(start);
      const rig = await openRig({ disk: nodeDisk, path, clock, historySize: 1 });
      let found = 0;
      for (const [from, to] of safe) {
        const { max } = await rig.read('cpu/total', {
          from: from + PACE_MS,
          to: to + PACE_MS,
          step: PACE_MS,
        });
        for (const [row, value] of max.entries()) {
          const time = from + (row + 1) * PACE_MS;
          expect(value, new Date(time).toISOString()).toBe(Math.round(time / 1000) % 977);
          found += 1;
        }
      }
      expect(found).toBeGreaterThan(ROUNDS * 100);
      await rig.archive.stop();
    },
  );

  it.skipIf(!existsSync('/usr/bin/promtool'))(
    'is exported in a form that promtool reads',
    { timeout: 60_000 },
    async () => {
      const path = join(temporaryTree(), 'archive');
      await writeAndKill(path, START, 300);
      const argv = ['--folder', path, '--from', '2026-11-22T12:00Z', '--to', '2026-11-22T13:00Z'];
      const { code, stdout } = await runAgent('archive', 'export', ...argv, '--format', 'openmetrics');
      expect(code).toBe(0);
      const folder = temporaryTree();
      writeFileSync(join(folder, 'metrics'), stdout);
      const blocks = execFileSync('promtool', [
        'tsdb',
        'create-blocks-from',
        'openmetrics',
        join(folder, 'metrics'),
        join(folder, 'blocks'),
      ]).toString();
      expect(blocks).toMatch(/NUM SAMPLES[^]*\d+/);
    },
  );
});
