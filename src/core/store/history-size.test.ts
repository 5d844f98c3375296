import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { History } from './history.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use. Without a collection they include the rings that longer ones replaced. */
function inUse(): number {
  // The second one waits for buffers that the first one found.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** Bytes of typed arrays that a full history of one series takes, with its times. */
function bytesOf(valueAt: (sample: number) => number): number {
  const SERIES = 50;
  const before = inUse();
  const history = new History(2048);
  for (let sample = 0; sample < 2200; sample += 1) {
    history.begin(1_700_000_000_000 + sample * 2000);
    for (let series = 0; series < SERIES; series += 1) history.record(`${series}`, valueAt(sample));
  }
  const bytes = inUse() - before;
  expect(history.points('0').length).toBe(2048);
  return bytes / SERIES;
}

describe('a full history', () => {
  it('has no ring for a value that never changes', () => {
    expect(bytesOf(() => 1.25)).toBeLessThan(2000);
  });

  it('has eight bytes for each value', () => {
    expect(bytesOf((sample) => sample)).toBeLessThan(1.2 * 2048 * 8 + 2000);
  });
});
