import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** The test ends tasks, the longest running first. */
function setUp(atOnce: number, mostWaiting: number) {
  const queue = createFairQueue(atOnce, mostWaiting);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    run: (group: string) =>
      queue.run(group, async () => {
        started.push(group);
        await new Promise<void>((resolve) => ends.push(resolve));
        return group;
      }),
    async end() {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

describe('a fair queue', () => {
  it('runs so many at once, and the others in the order in which they came', async () => {
    const { run, end, started } = setUp(2, 10);
    const all = ['a', 'b', 'c', 'd'].map(run);
    await new Promise(setImmediate);
    expect(started).toEqual(['a', 'b']);
    for (let count = 0; count < 4; count += 1) await end();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('serves next who was served least', async () => {
    const { run, end, started } = setUp(1, 10);
    const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(run);
    for (let count = 0; count < all.length; count += 1) await end();
    await Promise.all(all);
    expect(started.join('')).toBe('abcabaa');
  });

  it('turns away those who wait most, never the only one of a group', async () => {
    const { run, end } = setUp(1, 4);
    const attack = Array.from({ length: 20 }, (_, index) => run(`x${index % 2}`));
    const own = run('own');
    for (let count = 0; count < 10; count += 1) await end();
    expect(await own).toBe('own');
    const results = await Promise.all(attack);
    expect(results.filter((result) => result === undefined).length).toBe(16);
  });

  it('serves a newcomer before groups that were served, however many there are', async () => {
    const { run, end, started } = setUp(1, 64);
    const attack = Array.from({ length: 60 }, (_, index) => run(`x${index}`));
    for (let count = 0; count < 58; count += 1) await end();
    attack.push(...Array.from({ length: 60 }, (_, index) => run(`x${index}`)));
    const own = run('own');
    for (let count = 0; count < 3; count += 1) await end();
    expect(started).toContain('own');
    for (let count = 0; count < 70; count += 1) await end();
    await Promise.all([...attack, own]);
  });
});
