import { describe, expect, it } from 'vitest';
import { steppedEngine, STEP_SECONDS } from '../../../../test/support/engine.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { KERNEL_THREAD, processTree } from '../../../../test/support/process-tree.ts';

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

  it('is not all that used the CPU: a scan knows the time of those that it has not seen', async () => {
    const { engine, host } = steppedEngine();
    const scan = async (busyTicks: number, utime: number) => {
      await host.clock.advance(STEP_SECONDS * 1000);
      const files = processTree({ pid: 1 }, { pid: 2, flags: KERNEL_THREAD }, { pid: 7, utime });
      host.useTree(
        memoryTree({
          ...files,
          'proc/stat': `cpu ${busyTicks} 0 0 900 0 50 0 0 0 0\n`,
        }),
      );
      const { ended, seconds } = await engine.read();
      return [ended, seconds];
    };
    expect(await scan(1000, 100)).toEqual([0, null]);
    expect(await scan(1150, 170)).toEqual([0.8, 2]);
    // Ticks are counted at different times.
    expect(await scan(1200, 230)).toEqual([0, 2]);
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

describe('the memory of a process', () => {
  it('is read when stat shows that something may have changed, and in its turn', async () => {
    let reads = 0;
    const { step, host } = steppedEngine({}, ({ read }) => ({
      read: (path) => ((reads += path.endsWith('/statm') ? 1 : 0), read(path)),
    }));
    const readsOf = async (files: object): Promise<number> => {
      reads = 0;
      // Its turn comes in 24 s.
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

  it('takes no thread for its process', async () => {
    const { step } = steppedEngine();
    const comm = 'MainThread';
    const entries = await step(
      { pid: 7, comm, cmdline: ['/usr/bin/node', 'server.js'] },
      { pid: 8, comm, cmdline: [] },
    );
    expect([...entries.values()].map(({ name }) => name)).toEqual(['node', comm]);
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
