import { describe, expect, it } from 'vitest';
import { steppedEngine } from '../../../../test/support/engine.ts';
import type { ProcessFiles } from '../../../../test/support/process-tree.ts';

/** An engine that records which files of process 7 it reads at a scan. */
function watched() {
  let reads: string[] = [];
  const note = (path: string): void => {
    if (path.startsWith('/proc/7/')) reads.push(path.slice(8));
  };
  const { step, host } = steppedEngine({}, ({ read, readApart, open }) => ({
    read: (path) => (note(path), read(path)),
    readApart: (path, bytes) => (note(path), readApart(path, bytes)),
    open: (path) => {
      const file = open(path);
      return { ...file, read: () => (note(path), file.read()) };
    },
  }));
  const scan = async (files: Partial<ProcessFiles> = {}) => {
    reads = [];
    const entry = (await step({ pid: 7, runs: 3, ...files })).get(7);
    return { entry, reads };
  };
  const settle = async (files: Partial<ProcessFiles> = {}): Promise<void> => {
    for (let scans = 0; scans < 5; scans += 1) await scan(files);
  };
  return { scan, settle, host };
}

describe('a process at rest', () => {
  it('has nothing read but how often it ran', async () => {
    const { scan, settle } = watched();
    await settle();
    expect((await scan()).reads).toEqual(['schedstat']);
    expect((await scan()).reads).toEqual(['schedstat']);
  });

  it('is read at once when it ran, also where stat shows no time for it', async () => {
    const { scan, settle } = watched();
    await settle();
    const ran = await scan({ runs: 4, utime: 100, comm: 'other' });
    expect(ran.entry).toMatchObject({ name: 'other', cpu_percent: 50, cpu_times: { user: 1 } });
    expect((await scan({ runs: 5, utime: 100 })).reads).toContain('stat');
  });

  it('is left alone longer each time before the next watch', async () => {
    const { scan, settle } = watched();
    await settle();
    await scan({ runs: 4, utime: 1 });
    const reads: string[] = [];
    for (let scans = 0; scans < 6; scans += 1)
      reads.push((await scan({ runs: 4, utime: 1 })).reads.toSorted().join());
    expect(reads).toEqual(['stat', 'stat', 'stat', 'stat', 'schedstat,stat', 'schedstat']);
  });

  it.each([
    ['of several threads', { threads: 2 }],
    ['of a kernel that does not count', { runs: 0 }],
    ['of a kernel without schedstat', { runs: null }],
  ])('is read each time when it is one %s', async (_, files: Partial<ProcessFiles>) => {
    const { scan, settle } = watched();
    await settle(files);
    for (let scans = 0; scans < 3; scans += 1) expect((await scan(files)).reads).toEqual(['stat']);
  });

  it('that makes way for another of its number is not taken for it', async () => {
    const { scan, settle } = watched();
    await settle();
    const { entry } = await scan({ runs: 4, starttime: 900, utime: 90, uid: 1000, io: [3, 4] });
    expect(entry).toMatchObject({ cpu_percent: 0, io_counters: [3, 4, 0, 0, 0], username: 'alice' });
  });

  const FULL = ['cmdline', 'io', 'schedstat', 'stat', 'statm', 'status'];

  it('has its memory read in its turn, the rest at one turn of ten', async () => {
    const { scan, settle, host } = watched();
    await settle();
    const turns: string[][] = [];
    for (let scans = 1; turns.length < 20; scans += 1) {
      await host.clock.advance(12_000);
      const { entry, reads } = await scan({ rss: 10 + scans });
      if (reads.length === 1) continue;
      turns.push([...new Set(reads)].toSorted());
      expect(entry?.memory_info?.rss).toBe((10 + scans) * 4096);
    }
    const KNOWN = ['schedstat', 'stat', 'statm'];
    const fullAt = turns.flatMap((reads, turn) => (reads.length === FULL.length ? [turn] : []));
    expect(fullAt).toEqual([9, 19]);
    for (const [turn, reads] of turns.entries()) expect(reads).toEqual(fullAt.includes(turn) ? FULL : KNOWN);
  });
});
