import { promises } from 'node:fs';
import { expect, it } from 'vitest';
import { hasHangingCall } from './exit-now.ts';

it('a call within its time limit is waited for, one beyond it is not', async () => {
  let asked = 0;
  // Usually longer than a working file system takes.
  const slow = () => ((asked += 1) < 30 ? ['/slow'] : []);
  expect(await hasHangingCall({ pending: slow, hangs: () => [] })).toBe(false);
  expect(await hasHangingCall({ pending: () => ['/dead'], hangs: () => ['/dead'] })).toBe(true);
  expect(await hasHangingCall({ pending: () => [], hangs: () => [] })).toBe(false);
});

it('a call that returned while this thread was busy does not hang, though it seems overdue', async () => {
  let running = ['/proc/stat'];
  const names = () => running;
  void promises.stat('/').then(() => (running = []));
  const end = performance.now() + 500;
  while (performance.now() < end);
  expect(await hasHangingCall({ pending: names, hangs: names })).toBe(false);
});
