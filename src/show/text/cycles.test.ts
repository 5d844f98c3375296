import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { Agent } from '../../run/parts/agent.ts';
import { runCycles } from './cycles.ts';
import { firstSamples } from './first-samples.ts';

/** Runs everything that waits for promises only. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('runCycles', () => {
  it('prints once a period, keeps its plugins awake, and ends after the given number', async () => {
    const clock = createFakeClock(0);
    const wanted: string[][] = [];
    const printed: number[] = [];
    const sampler = {
      start: async () => {},
      touch: (names: string[]) => void wanted.push(names),
      states: () => [],
    };
    let hasEnded = false;
    const run = runCycles({
      agent: { sampler } as unknown as Agent,
      clock,
      periodMs: 1000,
      stopAfter: 3,
      wanted: ['cpu'],
      print: () => void printed.push(clock.monotonic()),
      taken: async () => {},
    }).then(() => (hasEnded = true));
    const begin = clock.monotonic();
    for (let step = 0; step < 40; step += 1) {
      await settled();
      await clock.advance(100);
    }
    await run;
    expect(hasEnded).toBe(true);
    expect(printed.map((time) => time - begin)).toEqual([0, 1040, 2040]);
    expect(wanted).toEqual([['cpu'], ['cpu'], ['cpu'], ['cpu']]);
  });
});

describe('firstSamples', () => {
  /** Its wait for a plugin whose first value arrives after `after` milliseconds. */
  async function waitFor(after: number, state = 'ok', name = 'cpu'): Promise<number> {
    const clock = createFakeClock(0);
    const begin = clock.monotonic();
    const now = () => clock.monotonic() - begin;
    let waited = -1;
    const agent = {
      sampler: { start: async () => {}, touch: () => null, states: () => [{ name, state }] },
      store: { latest: () => ({ time: now() < after ? null : 1 }) },
    };
    void firstSamples(agent as unknown as Agent, clock, ['cpu']).then(() => (waited = now()));
    for (let step = 0; step < 300; step += 1) {
      await settled();
      await clock.advance(20);
    }
    return waited;
  }

  it.each([
    ['a value that is there', 0, 'ok', 'cpu', 0],
    ['one that comes later', 300, 'ok', 'cpu', 300],
    ['one of a resting plugin', 300, 'paused', 'cpu', 300],
    ['one that never comes', 1e9, 'ok', 'cpu', 5000],
    ['a plugin that fails', 1e9, 'failing', 'cpu', 0],
    ['one that was not asked for', 1e9, 'ok', 'mem', 0],
  ])('waits for %s', async (_name, after, state, name, expected) => {
    expect(await waitFor(after, state, name)).toBe(expected);
  });
});
