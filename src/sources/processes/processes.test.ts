import { describe, expect, it } from 'vitest';
import { systemError } from '../../host/system-error.ts';
import type { ProcessEntry } from './entry.ts';
import { steppedEngine, STEP_SECONDS } from '../../../test/support/engine.ts';
import { KERNEL_THREAD, processTree } from '../../../test/support/process-tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { memoryTree } from '../../../test/support/memory-tree.ts';

describe('the entry of a process', () => {
  it('holds what its files say', async () => {
    const { step } = steppedEngine();
    const files = { pid: 7, utime: 268, stime: 271, nice: -5, threads: 3, uid: 1000, gid: 20, rss: 25 };
    const entries = await step({ ...files, cmdline: ['/bin/sleep', '9'], io: [4096, 512] });
    expect({ ...entries.get(7) }).toEqual({
      key: 'pid',
      pid: 7,
      name: 'sleep',
      cmdline: ['/bin/sleep', '9'],
      username: 'alice',
      status: 'S',
      nice: -5,
      num_threads: 3,
      cpu_percent: 0,
      memory_percent: 2.5,
      cpu_times: { user: 2.68, system: 2.71, children_user: 0, children_system: 0, iowait: 0 },
      memory_info: { rss: 102400, vms: 819200, shared: 20480, text: 16384, lib: 0, data: 12288, dirty: 0 },
      gids: { real: 20, effective: 21, saved: 22 },
      io_counters: [4096, 512, 0, 0, 0],
      time_since_update: 1,
    });
  });

  it('has rates from the second scan on', async () => {
    const { step } = steppedEngine();
    await step({ pid: 7, utime: 100, stime: 50, io: [1000, 10] });
    const second = await step({ pid: 7, utime: 130, stime: 61, io: [5000, 10] });
    expect(second.get(7)).toMatchObject({
      cpu_percent: 20.5,
      io_counters: [5000, 10, 1000, 10, 1],
      time_since_update: STEP_SECONDS,
    });
  });

  it('has the movements of the last two scans only', async () => {
    const { step } = steppedEngine();
    const counters = async (utime: number, io: [number, number]) =>
      (await step({ pid: 7, utime, io })).get(7)?.io_counters;
    expect(await counters(1, [5, 5])).toEqual([5, 5, 0, 0, 0]);
    expect(await counters(2, [9, 5])).toEqual([9, 5, 5, 5, 1]);
    expect(await counters(2, [9, 5])).toEqual([9, 5, 9, 5, 1]);
    expect(await counters(2, [9, 5])).toEqual([9, 5, 9, 5, 1]);
    expect(await counters(3, [9, 6])).toEqual([9, 6, 9, 5, 1]);
  });

  it('is a new object at each scan, of which the old one keeps its values', async () => {
    const { step } = steppedEngine();
    const before = (await step({ pid: 7, rss: 10, utime: 5, io: [1, 1] })).get(7);
    const after = (await step({ pid: 7, rss: 20, utime: 9, io: [2, 1] })).get(7);
    expect(after).not.toBe(before);
    expect([before?.memory_info?.rss, after?.memory_info?.rss]).toEqual([40960, 81920]);
    expect([before?.io_counters, after?.io_counters]).toEqual([
      [1, 1, 0, 0, 0],
      [2, 1, 1, 1, 1],
    ]);
    expect([before?.cpu_times?.user, after?.cpu_times?.user]).toEqual([0.05, 0.09]);
  });

  it.each([
    ['R', 'R'],
    ['S', 'S'],
    ['D', 'D'],
    ['T', 'T'],
    ['t', 'T'],
    ['Z', 'Z'],
    ['X', 'X'],
    ['x', 'X'],
    ['K', 'W'],
    ['W', 'W'],
    ['I', 'I'],
    ['P', 'P'],
    ['q', '?'],
  ])('shows the state %s as %s', async (state, shown) => {
    const { step } = steppedEngine();
    expect((await step({ pid: 7, state })).get(7)?.status).toBe(shown);
  });

  it('leaves out what is not wanted', async () => {
    const all = ['cmdline', 'username', 'nice', 'num_threads', 'cpu_percent', 'memory_percent'];
    const rest = ['cpu_times', 'memory_info', 'gids', 'cpu_num', 'status', 'io_counters', 'pid', 'name'];
    const { step, engine } = steppedEngine({ disable_stats: [...all, ...rest] });
    await step({ pid: 7, io: [9, 9] });
    const entry = (await step({ pid: 7, io: [10, 10], comm: 'other' })).get(7);
    expect({ ...entry }).toEqual({
      key: 'pid',
      pid: 7,
      name: 'other',
      status: '?',
      io_counters: [0, 0, 0, 0, 0],
      time_since_update: STEP_SECONDS,
    });
    expect(engine.latest()?.counts).toEqual({ total: 1, running: 0, sleeping: 1, thread: null });
  });
});

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
    // A few at each scan.
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
      // A thousand bytes a second, for which it needs less CPU time than the kernel shows.
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

describe('the memory of a process', () => {
  it('is read when stat shows that something may have changed, and in its turn', async () => {
    let reads = 0;
    const { step, host } = steppedEngine({}, ({ read }) => ({
      read: (path) => ((reads += path.endsWith('/statm') ? 1 : 0), read(path)),
    }));
    const readsOf = async (files: object): Promise<number> => {
      reads = 0;
      // It has its turn in 24 seconds.
      await step({ pid: 3, ...files });
      return reads;
    };
    expect(await readsOf({})).toBe(1);
    expect(await readsOf({ utime: 9 })).toBe(0);
    expect(await readsOf({ minflt: 1 })).toBe(1);
    expect(await readsOf({ minflt: 1, rss: 11 })).toBe(1);
    expect(await readsOf({ minflt: 1, rss: 11 })).toBe(0);
    await host.clock.advance(28_000);
    expect((await readsOf({ minflt: 1, rss: 11 })) + (await readsOf({ minflt: 1, rss: 11 }))).toBe(1);
  });
});

describe('names', () => {
  it.each([
    ['a) (b', 'a) (b'],
    ['new\\nline \\\\', 'new\nline \\'],
    ['ünï', 'ünï'],
    ['', ''],
  ])('reads the name %j', async (comm, name) => {
    const { step } = steppedEngine();
    expect((await step({ pid: 7, comm })).get(7)?.name).toBe(name);
  });

  it('completes a name that the kernel cut', async () => {
    const { step } = steppedEngine();
    const cut = 'systemd-resolve';
    const entries = await step(
      { pid: 7, comm: cut, cmdline: ['/lib/systemd/systemd-resolved'] },
      { pid: 8, comm: cut, cmdline: ['/usr/bin/python3', '/lib/systemd-resolved'] },
      { pid: 9, comm: 'systemd', cmdline: ['/lib/systemd-resolved'] },
    );
    expect([...entries.values()].map(({ name }) => name)).toEqual(['systemd-resolved', cut, 'systemd']);
  });

  it('looks again when the process ran, and in its turn', async () => {
    const { step, host } = steppedEngine();
    const before = { pid: 7, comm: 'sh', cmdline: ['sh'], uid: 0 };
    const argumentsOf = async (files: object) => (await step({ ...before, ...files })).get(7)?.cmdline;
    expect(await argumentsOf({})).toEqual(['sh']);
    expect(await argumentsOf({ cmdline: ['changed'] })).toEqual(['sh']);
    expect(await argumentsOf({ comm: 'ls', cmdline: ['ls', '-l'] })).toEqual(['ls', '-l']);
    expect(await argumentsOf({ comm: 'ls', cmdline: ['title'] })).toEqual(['ls', '-l']);
    expect(await argumentsOf({ comm: 'ls', cmdline: ['ls', '-a'], utime: 1 })).toEqual(['ls', '-a']);
    expect(await argumentsOf({ comm: 'ls', cmdline: ['title'], utime: 1 })).toEqual(['ls', '-a']);
    await host.clock.advance(28_000);
    expect(await argumentsOf({ comm: 'ls', cmdline: ['title'], utime: 1 })).toEqual(['title']);
  });

  it('follows the names of kernel threads', async () => {
    const { step } = steppedEngine();
    const worker = { pid: 20, flags: KERNEL_THREAD, cmdline: [] };
    await step({ ...worker, comm: 'kworker/0:1-events' });
    const entry = (await step({ ...worker, comm: 'kworker/0:1-mm_percpu_wq' })).get(20);
    expect(entry).toMatchObject({ name: 'kworker/0:1-mm_percpu_wq', cmdline: [], username: 'root' });
  });

  it('shows a user without name by number', async () => {
    const { step } = steppedEngine();
    expect((await step({ pid: 7, uid: 4321 })).get(7)?.username).toBe('4321');
  });

  it('gives kernel threads and zombies no arguments', async () => {
    const { step } = steppedEngine();
    const entries = await step(
      { pid: 2, flags: KERNEL_THREAD, cmdline: [], comm: 'kthreadd' },
      { pid: 7, state: 'Z', cmdline: [] },
    );
    expect([...entries.values()].map(({ cmdline }) => cmdline)).toEqual([[], []]);
  });
});

describe('processes that come and go', () => {
  it('lists ascending pids', async () => {
    const { step } = steppedEngine();
    expect([...(await step({ pid: 100 }, { pid: 9 }, { pid: 20 })).keys()]).toEqual([9, 20, 100]);
  });

  it('forgets those that ended', async () => {
    const { step } = steppedEngine();
    await step({ pid: 7 }, { pid: 8, utime: 100 });
    expect([...(await step({ pid: 7 })).keys()]).toEqual([7]);
    expect((await step({ pid: 7 }, { pid: 8, utime: 500 })).get(8)?.cpu_percent).toBe(0);
  });

  it.each(['kept open', 'opened each time'])('takes a pid used again for a new process (%s)', async (way) => {
    const open = () => {
      throw systemError('EMFILE', 'too many open files', 'open', '');
    };
    const { step } = steppedEngine({}, () => (way === 'kept open' ? {} : { open }));
    await step({ pid: 7, starttime: 100, utime: 50, io: [9, 9] });
    const entry = (await step({ pid: 7, starttime: 900, utime: 90, io: [3, 4], uid: 1000 })).get(7);
    expect(entry).toMatchObject({ cpu_percent: 0, io_counters: [3, 4, 0, 0, 0], username: 'alice' });
  });

  it.each(['statm', 'io', 'cmdline', 'status'])('skips one that ends before its %s is read', async (file) => {
    const gone = (path: string): void => {
      if (path === `/proc/7/${file}`) throw systemError('ESRCH', 'no such process', 'read', path);
    };
    const { step, engine } = steppedEngine({}, ({ read, readHead, open }) => ({
      read: (path) => (gone(path), read(path)),
      readHead: (path, bytes) => (gone(path), readHead(path, bytes)),
      open: (path) => ({ ...open(path), read: () => (gone(path), read(path)) }),
    }));
    expect([...(await step({ pid: 7 }, { pid: 8 })).keys()]).toEqual([8]);
    expect(engine.latest()?.counts.total).toBe(1);
  });

  it('skips one whose files are damaged', async () => {
    const { step } = steppedEngine({}, ({ open, read }) => ({
      open: (path) =>
        path === '/proc/7/stat' ? { ...open(path), read: () => read(path).subarray(0, 20) } : open(path),
    }));
    expect([...(await step({ pid: 7 }, { pid: 8 })).keys()]).toEqual([8]);
  });
});

describe('a long scan', () => {
  it('gives way to other work every few milliseconds', async () => {
    let now = 0;
    const { engine, host } = steppedEngine({}, ({ clock }) => ({
      clock: { ...clock, monotonic: () => (now += 2) },
    }));
    const pids = Array.from({ length: 100 }, (_, index) => ({ pid: index + 1 }));
    host.useTree(memoryTree(processTree(...pids)));
    let turns = 0;
    let done = false;
    const scan = engine.read().finally(() => (done = true));
    for (; !done; turns += 1) await new Promise(setImmediate);
    expect((await scan).entries).toHaveLength(100);
    expect(turns).toBeGreaterThan(4);
  });
});

describe('what the kernel refuses', () => {
  const refusing = (...paths: string[]) => {
    const refuse = (path: string): void => {
      if (paths.includes(path)) throw systemError('EACCES', 'permission denied', 'open', path);
    };
    return steppedEngine({}, ({ read, readHead, open }) => ({
      read: (path) => (refuse(path), read(path)),
      readHead: (path, bytes) => (refuse(path), readHead(path, bytes)),
      open: (path) => (refuse(path), open(path)),
    }));
  };

  it('gives zeros for I/O, and says so', async () => {
    const { step, notices } = refusing('/proc/7/io', '/proc/8/io');
    await step({ pid: 7, io: [5, 5] }, { pid: 8 }, { pid: 9, io: [5, 5] });
    const entries = await step({ pid: 7, io: [6, 6] }, { pid: 8 }, { pid: 9, utime: 1, io: [6, 6] });
    expect(entries.get(7)?.io_counters).toEqual([0, 0, 0, 0, 0]);
    expect(entries.get(9)?.io_counters).toEqual([6, 6, 5, 5, 1]);
    expect(notices.get('io')).toBe(
      'no permission on /proc/<pid>/io of 2 processes: run as root or grant CAP_SYS_PTRACE',
    );
    await step({ pid: 9, utime: 2 });
    expect(notices.has('io')).toBe(false);
  });

  it('gives zeros for I/O without a notice where the kernel does not count it', async () => {
    const { step, notices } = steppedEngine();
    expect((await step({ pid: 7, io: null })).get(7)?.io_counters).toEqual([0, 0, 0, 0, 0]);
    expect(notices.size).toBe(0);
  });

  it('gives null for the rest', async () => {
    const { step } = refusing('/proc/7/statm', '/proc/7/status', '/proc/7/cmdline');
    expect((await step({ pid: 7 })).get(7)).toMatchObject({
      name: 'sleep',
      cmdline: null,
      username: null,
      gids: null,
      memory_info: null,
      memory_percent: null,
    });
  });

  it('skips a process whose state is secret, and says so', async () => {
    const { step, notices } = refusing('/proc/7/stat');
    expect([...(await step({ pid: 7 }, { pid: 8 })).keys()]).toEqual([8]);
    expect(notices.get('stat')).toMatch('no permission on /proc/<pid>/stat of 1 process:');
  });

  it('fails when /proc cannot be listed', async () => {
    const { engine } = steppedEngine({}, () => ({
      list: (path) => {
        throw systemError('EACCES', 'permission denied', 'scandir', path);
      },
    }));
    await expect(engine.read()).rejects.toThrow('/proc');
  });
});

describe('selection and counts', () => {
  const kernelThreads = [
    { pid: 2, ppid: 0, flags: KERNEL_THREAD, state: 'S', cmdline: [] },
    { pid: 3, ppid: 2, flags: KERNEL_THREAD, state: 'I', cmdline: [] },
  ];

  it('counts all processes, and serves those in focus', async () => {
    const { step, engine } = steppedEngine({ focus: ['ba.*', 'username:alice'] });
    const running = { pid: 7, comm: 'bash', state: 'R', threads: 5 };
    const entries = await step(...kernelThreads, running, { pid: 8, uid: 1000 }, { pid: 9, state: 'D' });
    expect([...entries.keys()]).toEqual([7, 8]);
    expect(engine.latest()?.counts).toEqual({ total: 5, running: 1, sleeping: 2, thread: 9 });
    expect(engine.process(9)).toBeNull();
  });

  it('can hide kernel threads, and nothing else that belongs to root', async () => {
    const { step } = steppedEngine({ hide_kernel_threads: true });
    expect([...(await step({ pid: 1 }, ...kernelThreads)).keys()]).toEqual([1]);
  });

  it('finds a process by its pid', async () => {
    const { step, engine } = steppedEngine();
    expect(engine.process(7)).toBeNull();
    const entries = await step({ pid: 5 }, { pid: 7 }, { pid: 30 });
    for (const pid of [5, 7, 30]) expect(engine.process(pid)).toBe(entries.get(pid));
    for (const pid of [0, 6, 31, Number.NaN]) expect(engine.process(pid)).toBeNull();
  });

  it('is ordered by CPU, or as it is told', async () => {
    const { step, engine } = steppedEngine();
    const order = () => engine.latest()?.sorted.map(({ pid }) => pid);
    const files = [
      { pid: 7, rss: 30 },
      { pid: 8, utime: 0, rss: 50 },
      { pid: 9, utime: 0, rss: 20 },
    ];
    await step(...files);
    await step(...files.map((file) => ({ ...file, utime: file.pid === 9 ? 50 : 0 })));
    expect(order()).toEqual([9, 8, 7]);
    engine.sortBy('memory_percent');
    await step(...files);
    expect(order()).toEqual([8, 7, 9]);
    expect(engine.latest()?.sortKey).toBe('memory_percent');
    engine.sortBy(null);
    await step(...files);
    expect(engine.latest()?.sortKey).toBe('cpu_percent');
  });

  it('cannot be told an order when the configuration names one', async () => {
    const { step, engine } = steppedEngine({ sort_key: 'name' });
    engine.sortBy('memory_percent');
    await step({ pid: 7, comm: 'b' }, { pid: 8, comm: 'a' });
    expect(engine.latest()?.sorted.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});
