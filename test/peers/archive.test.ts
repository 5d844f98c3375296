/** The history on disk, with real processes and a real disk. `test:full` kills a hundred times. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeDisk } from '../../src/files/disk.ts';
import { runAgent } from '../support/built-agent.ts';
import { serveLive } from '../support/live-agent.ts';
import { configFile } from '../support/live-tools.ts';
import { openRig, PACE_MS } from '../support/archive-rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const WRITER = fileURLToPath(new URL('../support/archive-writer.ts', import.meta.url));
const START = Date.UTC(2026, 10, 22, 12);
const ROUNDS = Number(process.env['GANDER_KILLS'] ?? (process.env['TEST_FULL'] === '1' ? 100 : 3));

/** Killed in the middle of something, `ms` after three lots of samples are safe; the last time that it said was safe. */
async function writeAndKill(path: string, start: number, ms: number): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, path, String(start)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  while (output.split('\n').length <= 3) await once(child.stdout, 'data');
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
    'is exported in a form that promtool reads, and so do we',
    { timeout: 60_000 },
    async () => {
      const path = join(temporaryTree(), 'archive');
      // Of the past: what is to come is not imported.
      const begin = Date.UTC(2026, 4, 3, 12);
      await writeAndKill(path, begin, 300);
      const argv = ['--folder', path, '--from', '2026-05-03T12:00Z', '--to', '2026-05-03T13:00Z'];
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
      const other = join(temporaryTree(), 'other');
      mkdirSync(other);
      const imported = await runAgent('archive', 'import', '--folder', other, join(folder, 'metrics'));
      expect(imported.stdout).toMatch(/^\d+ rows with \d+ values of 1 hours are in/);
      const again = ['archive', 'export', ...argv.with(1, other), '--format', 'openmetrics'];
      expect((await runAgent(...again)).stdout).toBe(stdout);
    },
  );

  it.skipIf(process.getuid?.() !== 0)(
    'pauses on a disk that is nearly full, says so wherever one looks, and goes on',
    { timeout: 90_000 },
    async () => {
      const folder = temporaryTree();
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=72m', 'tmpfs', disk]);
      onTestFinished(() => void execFileSync('umount', ['-l', disk]));
      const config = configFile(folder, {
        archive: { folder: join(disk, 'archive'), flush: '10' },
        alert: { min_duration: '0' },
      });
      const agent = await serveLive({ argv: ['-t', '1', '-C', config], env: { STATE_DIRECTORY: folder } });
      onTestFinished(async () => void (await agent.stop('SIGKILL')));
      const json = async (path: string) => JSON.parse((await agent.request(path)).body.toString()) as object;
      const within = { timeout: 40_000, interval: 500 };
      await vi.waitFor(async () => expect(await json('/api/archive')).toMatchObject({ state: 'ok' }), within);
      // Less than the 64 MB that are left to others.
      writeFileSync(join(disk, 'of somebody else'), Buffer.alloc(30e6));
      const reason = /the disk of .* has \d+ MB left, and min_free asks for 68 MB/;
      await vi.waitFor(
        async () =>
          expect(await json('/api/archive')).toMatchObject({
            state: 'paused',
            reason: expect.stringMatching(reason) as string,
          }),
        within,
      );
      await vi.waitFor(async () => {
        const { events, marks } = (await json('/api/history/events?from=-1h')) as {
          events: { type: string }[];
          marks: { kind: string; detail: string | null }[];
        };
        expect(events.map(({ type }) => type)).toContain('ARCHIVE');
        expect(marks.find(({ kind }) => kind === 'paused')?.detail).toMatch(reason);
      }, within);
      const known = (await json('/api/history/range?series=mem/percent&from=-30s&step=1s&agg=avg')) as {
        series: Record<string, { avg: (number | null)[] }>;
      };
      expect(known.series['mem/percent']?.avg.some((value) => value !== null)).toBe(true);
      rmSync(join(disk, 'of somebody else'));
      await vi.waitFor(
        async () => expect(await json('/api/archive')).toMatchObject({ state: 'ok', reason: null }),
        within,
      );
      // All of it is on the disk in the end: nothing of the pause was lost.
      await agent.stop();
      const { stdout } = await runAgent(
        'archive',
        'export',
        '--folder',
        join(disk, 'archive'),
        '--from',
        '2m',
        '--step',
        '1s',
        '--series',
        'mem/percent',
      );
      const times = stdout
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => Date.parse(line.split(',')[0] ?? ''));
      const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
      expect(Math.max(...pauses)).toBeLessThan(5000);
    },
  );
});
