import { expect, it } from 'vitest';
import type { Process } from '../api/types.ts';
import { createProcessTrail } from './process-trail.ts';

const row = (pid: number, cpu: number): Process => ({ pid, cpu_percent: cpu, memory_percent: 1 }) as Process;

it('knows the values of a process that nobody looked at, for as long as it is there', () => {
  const trail = createProcessTrail(10, 100);
  const still = row(7, 5);
  trail.record([still, row(8, 1)], 1);
  trail.record([still, row(8, 2)], 2);
  trail.record([row(7, 9)], 3);
  expect(trail.points('7', 'cpu_percent')).toEqual([
    [1, 5],
    [2, 5],
    [3, 9],
  ]);
  expect(trail.points('7', 'memory_percent').map(([, value]) => value)).toEqual([1, 1, 1]);
  expect([trail.points('8', 'cpu_percent'), trail.points('7', 'name')]).toEqual([[], []]);
  for (let time = 4; time <= 20; time += 1) trail.record([row(7, time)], time);
  expect(trail.points('7', 'cpu_percent').map(([time]) => time)).toEqual([
    10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ]);
});

it('keeps no more of an agent that is quicker', () => {
  const trail = createProcessTrail(1000, 3);
  for (let time = 1; time <= 9; time += 1) trail.record([row(7, time)], time);
  expect(trail.points('7', 'cpu_percent')).toEqual([
    [7, 7],
    [8, 8],
    [9, 9],
  ]);
});
