import { describe, expect, it } from 'vitest';
import { GoneError } from './slice.ts';
import { sharesOf, FairLimiter } from './fair-limiter.ts';

/** The test ends work, the longest running first. */
function setUp(most: number, mostOfOne: number, mostWaiting: number) {
  const line = new FairLimiter({
    hasRoom: sharesOf(most, mostOfOne),
    mostWaiting,
    refusal: () => new Error('too busy'),
  });
  const running: string[] = [];
  const ends: (() => void)[] = [];
  return {
    running,
    run: (group: string, signal: AbortSignal | null = null): Promise<string> => {
      const result = line.run({ group, signal }, async () => {
        running.push(group);
        await new Promise<void>((resolve) => ends.push(resolve));
        running.splice(running.indexOf(group), 1);
        return group;
      });
      result.catch(() => {});
      return result;
    },
    async end() {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

describe('FairLimiter', () => {
  it('runs as many at once as it may, lets others wait, and refuses the rest', async () => {
    const { run, end, running } = setUp(2, 2, 1);
    const all = [run('a'), run('a'), run('a')];
    await expect(run('a')).rejects.toThrow('too busy');
    expect(running.length).toBe(2);
    for (let ended = 0; ended < 3; ended += 1) await end();
    expect(await Promise.all(all)).toEqual(['a', 'a', 'a']);
    const again = run('a');
    await end();
    expect(await again).toBe('a');
  });

  it('goes on after work that failed', async () => {
    const line = new FairLimiter({
      hasRoom: sharesOf(1, 1),
      mostWaiting: 0,
      refusal: () => new Error('too busy'),
    });
    const place = { group: 'a', signal: null };
    await expect(line.run(place, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await line.run(place, async () => 5)).toBe(5);
  });

  it('gives one group its share alone, and serves next whose group runs least', async () => {
    const { run, end, running } = setUp(3, 2, 10);
    for (const group of ['a', 'a', 'a', 'b']) void run(group);
    await new Promise(setImmediate);
    expect(running).toEqual(['a', 'a', 'b']);
    void run('b');
    await end();
    expect(running).toEqual(['a', 'b', 'a']);
    void run('c');
    await end();
    expect(running).toEqual(['b', 'a', 'c']);
  });

  it('turns away the last of the group that waits most', async () => {
    const { run, end } = setUp(1, 1, 2);
    const first = run('a');
    const waiting = [run('a'), run('a')];
    const other = run('b');
    await expect(waiting[1]).rejects.toThrow('too busy');
    for (let ended = 0; ended < 3; ended += 1) await end();
    expect(await Promise.all([first, waiting[0], other])).toEqual(['a', 'a', 'b']);
  });

  it('forgets who disconnects before their turn', async () => {
    const { run, end, running } = setUp(1, 1, 1);
    const first = run('a');
    const client = new AbortController();
    const gone = run('b', client.signal);
    client.abort();
    await expect(gone).rejects.toThrow(GoneError);
    const next = run('c');
    await end();
    expect(running).toEqual(['c']);
    await end();
    expect(await Promise.all([first, next])).toEqual(['a', 'c']);
    await expect(run('d', client.signal)).rejects.toThrow(GoneError);
  });
});
