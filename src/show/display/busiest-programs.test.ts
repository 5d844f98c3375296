import { expect, it } from 'vitest';
import { busiestPrograms } from './busiest-programs.ts';

const one = (name: string, cpu_percent: number | null, memory_percent: number | null) => ({
  name,
  cpu_percent,
  memory_percent,
});
const PROCESSES = [
  one('java', 10, 40),
  one('nginx', 6, 1),
  one('nginx', 6, 1),
  one('idle', null, null),
  one('backup', 0, 2),
  one('about', 0, 2),
];
const namesBy = (first: 'cpu' | 'memory', most = 9) =>
  busiestPrograms(PROCESSES, first, most).map(({ name }) => name);

it('sums the processes of a program, by CPU or by memory', () => {
  expect(busiestPrograms(PROCESSES, 'cpu', 2)).toEqual([
    { name: 'nginx', count: 2, cpu: 12, memory: 2 },
    { name: 'java', count: 1, cpu: 10, memory: 40 },
  ]);
  expect(namesBy('memory', 2)).toEqual(['java', 'nginx']);
  expect(namesBy('cpu')).toEqual(['nginx', 'java', 'about', 'backup', 'idle']);
  expect(busiestPrograms([], 'cpu', 3)).toEqual([]);
});
