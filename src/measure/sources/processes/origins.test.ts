import { expect, it } from 'vitest';
import { steppedEngine } from '../../../../test/support/engine.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { KERNEL_THREAD, processTree } from '../../../../test/support/process-tree.ts';

it('knows parents and starts at once, units from the scan after somebody asked, for a minute', async () => {
  const { engine, step } = steppedEngine();
  const files = { pid: 7, ppid: 3, starttime: 250, cgroup: '0::/system.slice/nginx.service' };
  await step(files, { pid: 3, ppid: 2, flags: KERNEL_THREAD });
  const first = engine.askOrigins();
  expect([first(7), first(99)]).toEqual([{ ppid: 3, create_time: null }, null]);
  await step(files, { pid: 3, ppid: 2, flags: KERNEL_THREAD });
  const origin = engine.askOrigins()(7);
  expect(origin).toEqual({ ppid: 3, create_time: null, unit: 'nginx.service', container: null });
  expect(engine.askOrigins()(3)).toMatchObject({ ppid: 2, unit: null });
  await step(files);
  expect(engine.askOrigins()(7)).toBe(origin);
  // It now belongs to another, since its parent has ended.
  await step({ ...files, ppid: 1 });
  expect(engine.askOrigins()(7)).toEqual({ ...origin, ppid: 1 });
});

it('reads the owner of each process once for the history, and again when it runs another program', async () => {
  const { engine, host, step } = steppedEngine();
  const ownerOf = engine.followOwners();
  const starting = { pid: 7, comm: '(nginx)', cgroup: '0::/init.scope' };
  const nginx = { pid: 7, comm: 'nginx', utime: 9, cgroup: '0::/system.slice/nginx.service' };
  await step(starting);
  expect([ownerOf(7), ownerOf(8)]).toEqual([{ unit: 'init.scope', container: null }, null]);
  await step(nginx);
  expect(ownerOf(7)).toEqual({ unit: 'nginx.service', container: null });
  expect([engine.userOf(7), engine.userOf(8)]).toEqual([expect.any(String), null]);
  // A turn of every process lies in between; without clients it reads no control group.
  await host.clock.advance(60_000);
  await step({ ...nginx, utime: 10, cgroup: '0::/user.slice/other.scope' });
  expect(ownerOf(7)).toEqual({ unit: 'nginx.service', container: null });
});

it('counts the page faults of a scan, not those before the first one', async () => {
  const { engine, step } = steppedEngine();
  await step({ pid: 7, majflt: 5000 }, { pid: 8, majflt: 3 });
  expect(engine.latest()?.majorFaults).toEqual(new Map());
  await step({ pid: 7, majflt: 5012, utime: 1 }, { pid: 8, majflt: 3 }, { pid: 9, majflt: 4 });
  expect(engine.latest()?.majorFaults).toEqual(
    new Map([
      [7, 12],
      [9, 4],
    ]),
  );
  await step({ pid: 7, majflt: 5012, utime: 1 });
  expect(engine.latest()?.majorFaults).toEqual(new Map());
});

it('reads swap of processes while the machine uses swap', async () => {
  const { engine, host, step } = steppedEngine();
  await step({ pid: 7, swap: 64 });
  expect(engine.swapReader()).toBeNull();
  const meminfo = 'MemTotal: 4000 kB\nMemFree: 1000 kB\nSwapTotal: 800 kB\nSwapFree: 700 kB\n';
  host.useTree(memoryTree({ ...processTree({ pid: 7, swap: 64 }, { pid: 8 }), 'proc/meminfo': meminfo }));
  await engine.read();
  const swapOf = engine.swapReader();
  expect([swapOf?.(7), swapOf?.(8), swapOf?.(9)]).toEqual([65_536, null, null]);
});
