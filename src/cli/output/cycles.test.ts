import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { Agent } from '../../agent.ts';
import { runCycles } from './cycles.ts';

/** Lets everything that waits for nothing but promises run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('runCycles', () => {
  it('prints once a period, keeps its plugins awake, and ends after the given number', async () => {
    const clock = createFakeClock(0);
    const wanted: string[][] = [];
    const printed: number[] = [];
    const sampler = { start: async () => {}, want: (names: string[]) => void wanted.push(names) };
    let hasEnded = false;
    const run = runCycles({
      agent: { sampler } as unknown as Agent,
      clock,
      periodMs: 1000,
      stopAfter: 3,
      wanted: ['cpu'],
      print: () => void printed.push(clock.monotonic()),
    }).then(() => (hasEnded = true));
    const begin = clock.monotonic();
    for (let step = 0; step < 40; step += 1) {
      await settled();
      await clock.advance(100);
    }
    await run;
    expect(hasEnded).toBe(true);
    expect(printed.map((time) => time - begin)).toEqual([0, 1040, 2040]);
    expect(wanted).toEqual([['cpu'], ['cpu'], ['cpu']]);
  });
});
