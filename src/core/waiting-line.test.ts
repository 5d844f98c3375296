import { describe, expect, it } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

describe('WaitingLine', () => {
  it('runs as many at once as it may, lets others wait, and refuses the rest', async () => {
    const line = new WaitingLine(2, 1, () => new Error('too busy'));
    const ends: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    };
    const all = [line.run(work), line.run(work), line.run(work)];
    await expect(line.run(work)).rejects.toThrow('too busy');
    for (let ended = 0; ended < 3; ended += 1) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect([most, running]).toEqual([2, 0]);
    const again = line.run(work);
    ends.shift()?.();
    await again;
  });

  it('goes on after work that failed', async () => {
    const line = new WaitingLine(1, 0, () => new Error('too busy'));
    await expect(line.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await line.run(async () => 5)).toBe(5);
  });
});
