import { expect, it } from 'vitest';
import type { Process } from '../../display/snapshots.ts';
import { createCpuTrail } from './ui.ts';

const process = (pid: number, cpu_percent: number | null): Process =>
  ({ pid, cpu_percent }) as unknown as Process;

it('keeps one value a list, of one process', () => {
  const trail = createCpuTrail();
  const first = [process(1, 5)];
  expect(trail.of(first, first[0]!)).toEqual([5]);
  // Drawn again.
  expect(trail.of(first, first[0]!)).toEqual([5]);
  // An idle process comes again as the same object, in another list.
  expect(trail.of([...first], first[0]!)).toEqual([5, 5]);
  expect(trail.of([], process(1, null))).toEqual([5, 5, Number.NaN]);
  expect(trail.of([], process(2, 7))).toEqual([7]);
});

it('is bounded', () => {
  const trail = createCpuTrail();
  for (let value = 0; value < 1000; value += 1) trail.of([], process(1, value));
  const values = trail.of([], process(1, 1000));
  expect([values.length, values.at(-1)]).toEqual([128, 1000]);
});
