/** The history on disk, with real processes and a real disk. `test:full` kills a hundred times. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { kernelProcesses } from '../../src/history/archive/lock.ts';
import { nodeDisk } from '../../src/core/files/disk.ts';
import { runAgent } from '../support/built-agent.ts';
import { serveLive } from '../support/live-agent.ts';
import { configFile } from '../support/live-tools.ts';
import { type ArchiveRig, openRig, PACE_MS } from '../support/archive-rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { isFull, isInThisRun } from '../support/full-run.ts';

const WRITER = fileURLToPath(new URL('../support/archive-writer.ts', import.meta.url));
const START = Date.UTC(2026, 10, 22, 12);
const ROUNDS = Number(process.env['GANDER_KILLS'] ?? (isFull ? 100 : 1));

/** Killed `ms` after three batches of samples are safe; returns the last acknowledged time. */
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

/** A folder on a file system of its own, until the test ends. @param what arguments of mount(8) */
function mounted(...what: string[]): string {
  const disk = join(temporaryTree(), 'disk');
  mkdirSync(disk);
  execFileSync('mount', [...what, disk]);
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  return disk;
}

/** Fills a disk. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const bytes = Buffer.alloc(1024); ;) writeSync(file, bytes);
  } catch {
    // It is full now.
  } finally {
    closeSync(file);
  }
}

const sampleMinutes = (rig: ArchiveRig, minutes: number) =>
  rig.sample(minutes * 60, (time) => ({ ...noiseAt(time), total: Math.round(time / 1000) % 977 }));

/** Values that take all their bytes. */
const noiseAt = (time: number) =>
  Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`v${at}`, Math.sin(time * (at + 1)) * 1e9]));

/** Every sample since the start is there. */
async function expectAll(rig: ArchiveRig): Promise<void> {
  const range = { from: START + PACE_MS, to: rig.clock.now() + PACE_MS, step: PACE_MS };
  const { max } = await rig.read('cpu/total', range);
  expect(max).toEqual(max.map((_, row) => Math.round((range.from + row * PACE_MS) / 1000) % 977));
}

describe('the history on disk', () => {
  it('loses nothing that was written when it is killed', { timeout: ROUNDS * 20_000 }, async () => {
    const path = join(temporaryTree(), 'archive');
    let start = START;
    const safe: [from: number, to: number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const last = await writeAndKill(path, start, 150 + ((round * 7919) % 1000));
      safe.push([start, last]);
      start = last + 3_600_000;
    }
    const clock = createFakeClock(start);
    // The writers are gone, regardless of their files' times.
    const rig = await openRig({ disk: nodeDisk, path, clock, historySize: 1, processes: kernelProcesses });
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
    // Three minutes before each kill.
    expect(found).toBeGreaterThanOrEqual((ROUNDS * 3 * 60_000) / PACE_MS);
    await rig.archive.stop();
  });

  it.skipIf(!existsSync('/usr/bin/promtool') || !isInThisRun('an export that promtool reads'))(
    'is exported in a form that promtool reads, and so do we',
    async () => {
      const path = join(temporaryTree(), 'archive');
      // In the past: future rows are not imported.
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
    'says that a file system is read-only, or full, and loses nothing of what memory holds',
    async () => {
      const disk = mounted('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
      const path = join(disk, 'archive');
      mkdirSync(path);
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      const rig = await openRig({ disk: nodeDisk, path });
      onTestFinished(() => rig.archive.stop());
      const { archive } = rig;
      const saying = (why: string) => `${path} cannot be written: ${why}`;
      expect(archive.status).toEqual({ state: 'failing', reason: saying('the file system is read-only') });
      await sampleMinutes(rig, 2);
      execFileSync('mount', ['-o', 'remount,rw', disk]);
      await sampleMinutes(rig, 1);
      expect(archive.status.state).toBe('ok');
      fill(join(disk, 'of somebody else'));
      await sampleMinutes(rig, 5);
      expect(archive.status).toEqual({ state: 'full', reason: saying('the disk is full') });
      rmSync(join(disk, 'of somebody else'));
      await sampleMinutes(rig, 1);
      expect(archive.status.state).toBe('ok');
      expect(rig.marks.map((mark) => mark.split(' ')[0])).toEqual(['paused', 'resumed', 'paused', 'resumed']);
      await expectAll(rig);
    },
  );

  it.skipIf(
    process.getuid?.() !== 0 || !existsSync('/usr/bin/btrfs') || !isInThisRun('a quota of the kernel'),
  )('makes room under a quota of the kernel', async () => {
    const image = join(temporaryTree(), 'image');
    execFileSync('truncate', ['-s', '256M', image]);
    execFileSync('mkfs.btrfs', ['-q', image]);
    const disk = mounted('-o', 'loop', image);
    const volume = join(disk, 'volume');
    execFileSync('btrfs', ['quota', 'enable', disk]);
    execFileSync('btrfs', ['subvolume', 'create', volume]);
    execFileSync('btrfs', ['qgroup', 'limit', '1M', volume]);
    const rig = await openRig({ disk: nodeDisk, path: join(volume, 'archive'), paceMs: 10_000 });
    onTestFinished(() => rig.archive.stop());
    const told = new Set<string | null>();
    for (let hour = 0; hour < 14; hour += 1) {
      await sampleMinutes(rig, 60);
      // This one frees space when it is synced, which it does every half a minute.
      execFileSync('sync', ['-f', disk]);
      await rig.archive.flush();
      told.add(rig.archive.status.reason);
    }
    const kept = rig.archive.folder?.list('hour').map(({ name }) => name.start) ?? [];
    expect([...told]).toEqual([null]);
    expect(kept).not.toContain(START);
    expect(kept.length).toBeGreaterThan(0);
  });

  it.skipIf(process.getuid?.() !== 0 || !isInThisRun('a disk that is nearly full'))(
    'pauses on a disk that is nearly full, says so wherever one looks, and goes on',
    async () => {
      const folder = temporaryTree();
      const disk = mounted('-t', 'tmpfs', '-o', 'size=72m', 'tmpfs');
      const config = configFile(folder, {
        archive: { folder: join(disk, 'archive'), flush: '10' },
        alert: { min_duration: '0' },
      });
      const agent = await serveLive({ argv: ['-t', '1', '-C', config], env: { STATE_DIRECTORY: folder } });
      onTestFinished(async () => void (await agent.stop('SIGKILL')));
      const json = async (path: string) => JSON.parse((await agent.request(path)).body.toString()) as object;
      const within = { timeout: 60_000, interval: 500 };
      await vi.waitFor(async () => expect(await json('/api/archive')).toMatchObject({ state: 'ok' }), within);
      // Less than the reserve of 64 MB.
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
      // Finally everything is on disk: the pause lost nothing.
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
