import { describe, expect, it } from 'vitest';
import { systemError } from '../../host/system-error.ts';
import { steppedEngine } from '../../../../test/support/engine.ts';
import { KERNEL_THREAD, processTree } from '../../../../test/support/process-tree.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';

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
    const { step, engine } = steppedEngine({}, ({ read, readApart, open }) => ({
      read: (path) => (gone(path), read(path)),
      readApart: async (path, bytes) => (gone(path), readApart(path, bytes)),
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
    return steppedEngine({}, ({ read, readApart, open }) => ({
      read: (path) => (refuse(path), read(path)),
      readApart: async (path, bytes) => (refuse(path), readApart(path, bytes)),
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
