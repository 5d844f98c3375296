import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { defer, type Deferred } from '../../../../test/support/sampling.ts';
import { createChecks } from './checks.ts';

function rig(concurrency = 2, rest = 0) {
  const clock = createFakeClock();
  let cancel = () => {};
  const checks = createChecks({
    clock,
    concurrency,
    rest,
    again(ms) {
      cancel();
      cancel = clock.setTimer(() => checks.step(), ms);
    },
  });
  const starts: [string, number][] = [];
  /** A check that takes this long. */
  const add = (name: string, refresh: number, ms = 0) =>
    checks.add(refresh, async () => {
      starts.push([name, clock.monotonic() / 1000]);
      if (ms > 0) await new Promise<void>((resolve) => void clock.setTimer(resolve, ms));
    });
  const times = (name: string) => starts.filter(([other]) => other === name).map(([, time]) => time);
  return { clock, checks, add, times };
}

describe('checks', () => {
  it('run at once, and then each at its own pace', async () => {
    const { clock, checks, add, times } = rig();
    add('a', 10);
    add('b', 25);
    checks.step();
    await clock.advance(30_000);
    expect(times('a')).toEqual([0, 10, 20, 30]);
    expect(times('b')).toEqual([0, 25]);
  });

  it('never run twice at the same time, however long they take', async () => {
    const { clock, checks, add, times } = rig();
    add('slow', 1, 3500);
    checks.step();
    for (let second = 0; second < 8; second += 1) {
      checks.step();
      await clock.advance(1000);
    }
    expect(times('slow')).toHaveLength(3);
  });

  it('run a few at a time, those that have waited longest first', async () => {
    const { clock, checks, add, times } = rig(2);
    for (const name of ['a', 'b', 'c', 'd']) add(name, 100, 1000);
    checks.step();
    await clock.advance(1050);
    expect([times('a'), times('b'), times('c')]).toEqual([[0], [0], []]);
    await clock.advance(100);
    expect([times('c'), times('d')]).toEqual([[1.1], [1.1]]);
  });

  it('rest in proportion to what they cost', async () => {
    const { clock, checks, add, times } = rig(1, 4);
    add('large', 10, 5000);
    checks.step();
    await clock.advance(60_000);
    expect(times('large')).toEqual([0, 25, 50]);
  });

  it('go on after a fault, and tell it', async () => {
    const { clock, checks } = rig();
    const runs: Deferred<void>[] = [];
    const check = checks.add(10, () => (runs[runs.push(defer<void>()) - 1] as Deferred<void>).promise);
    checks.step();
    runs[0]?.reject(new Error('broken'));
    await clock.advance(0);
    expect(check.failure).toBe('broken');
    await clock.advance(10_000);
    expect(check.dueIn()).toBeNull();
    runs[1]?.resolve();
    await clock.advance(0);
    expect(check.failure).toBeNull();
    expect(check.dueIn()).toBe(10_000);
  });
});
