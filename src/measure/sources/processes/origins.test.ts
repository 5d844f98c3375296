import { expect, it } from 'vitest';
import { steppedEngine } from '../../../../test/support/engine.ts';
import { KERNEL_THREAD } from '../../../../test/support/process-tree.ts';

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
