import { describe, expect, it } from 'vitest';
import type { ProcessEntry } from './entry.ts';
import { steppedEngine, STEP_SECONDS } from '../../../../test/support/engine.ts';
import { processTree } from '../../../../test/support/process-tree.ts';
import type { Tree } from '../../../../scripts/support/tree.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';

describe('a process that does not run', () => {
  const seconds = (from: number, to: number): number[] =>
    Array.from({ length: (to - from) / STEP_SECONDS }, (_, index) => from + (index + 1) * STEP_SECONDS);

  it('keeps its entry, in which only the time moves on', async () => {
    const { step, host } = steppedEngine();
    await step({ pid: 7, utime: 5 });
    await step({ pid: 7, utime: 9 });
    const settled = (await step({ pid: 7, utime: 9 })).get(7);
    expect(settled?.cpu_percent).toBe(0);
    await host.clock.advance(1500);
    const later = (await step({ pid: 7, utime: 9 })).get(7);
    expect(later).toBe(settled);
    expect(later?.time_since_update).toBe(3.5);
    const after = (await step({ pid: 7, utime: 10 })).get(7);
    expect(after).not.toBe(settled);
    expect([settled?.cpu_percent, after?.cpu_percent]).toEqual([0, 0.5]);
  });

  it.each([
    ['owner', { uid: 1000 }, { username: 'alice' }],
    ['groups', { gid: 5 }, { gids: { real: 5, effective: 6, saved: 7 } }],
    ['arguments', { cmdline: ['/bin/sleep', '10'] }, { cmdline: ['/bin/sleep', '10'] }],
    ['I/O', { io: [4096, 0] as [number, number] }, { io_counters: [4096, 0, 0, 0, 1] }],
    ['memory', { shared: 9 }, { memory_info: expect.objectContaining({ shared: 9 * 4096 }) }],
  ])('has its %s read within half a minute', async (_, change, seen) => {
    const pids = Array.from({ length: 40 }, (__, index) => index + 1);
    const { engine, host } = steppedEngine();
    const treeOf = (files: object): Tree =>
      memoryTree(processTree(...pids.map((pid) => ({ pid, ...files }))));
    const scan = async (): Promise<readonly ProcessEntry[]> => {
      await host.clock.advance(STEP_SECONDS * 1000);
      return (await engine.read()).entries;
    };
    host.useTree(treeOf({}));
    for (let scans = 0; scans < 5; scans += 1) await scan();
    host.useTree(treeOf(change));
    const waiting = new Set(pids);
    let most = 0;
    for (let passed = 0; passed < 30; passed += STEP_SECONDS) {
      const before = waiting.size;
      for (const entry of await scan()) if (matches(entry, seen)) waiting.delete(entry.pid);
      most = Math.max(most, before - waiting.size);
    }
    expect([...waiting]).toEqual([]);
    // Only some at each scan.
    expect(most).toBeLessThanOrEqual(6);
  });

  const matches = (entry: unknown, seen: object): boolean =>
    expect.objectContaining(seen).asymmetricMatch(entry);

  it('is read in full only when somebody looks', async () => {
    let isWatched = false;
    const { step } = steppedEngine(
      {},
      () => ({}),
      () => isWatched,
    );
    await step({ pid: 7 });
    const names: (string | null | undefined)[] = [];
    for (let scan = 0; scan < 60; scan += 1) names.push((await step({ pid: 7, uid: 1000 })).get(7)?.username);
    expect(new Set(names)).toEqual(new Set(['root']));
    isWatched = true;
    expect((await step({ pid: 7, uid: 1000 })).get(7)?.username).toBe('alice');
  });

  it('has rates that are right over the scans at which it was not read', async () => {
    const { step } = steppedEngine();
    await step({ pid: 7 });
    let moved = 0;
    let covered = 0;
    let shown = 0;
    for (const second of seconds(0, 120)) {
      // 1,000 bytes per second, with less CPU time than the kernel's resolution.
      const entry = (await step({ pid: 7, io: [second * 1000, 0] })).get(7);
      const [now = 0, , before = 0] = entry?.io_counters ?? [];
      expect(before).toBe(shown);
      shown = now;
      if (now === before) continue;
      moved += now - before;
      covered += entry?.time_since_update ?? 0;
      expect((now - before) / (entry?.time_since_update ?? 0)).toBe(1000);
    }
    expect(moved).toBeGreaterThanOrEqual(90_000);
    expect(covered).toBeGreaterThanOrEqual(90);
  });

  it('follows the memory of the machine', async () => {
    const { step, host, engine } = steppedEngine();
    await step({ pid: 7, rss: 100 });
    expect((await step({ pid: 7, rss: 100 })).get(7)?.memory_percent).toBe(10);
    host.useTree(
      memoryTree({
        ...processTree({ pid: 7, rss: 100 }),
        'proc/meminfo': 'MemTotal: 8000 kB\nMemFree: 0 kB\n',
      }),
    );
    expect((await engine.read()).entries[0]?.memory_percent).toBe(5);
  });
});
