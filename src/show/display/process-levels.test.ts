import { expect, it } from 'vitest';
import processlist from '../../measure/plugins/processlist/processlist.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import { processLevels } from './process-levels.ts';

const defaults = limitsOf(processlist, { section: {}, historySize: 1, cores: 64 });

it('CPU is judged by the whole machine', () => {
  const { cpu } = processLevels(defaults, 64);
  expect([400, 3200, 6400, null].map(cpu)).toEqual([null, 'careful', 'critical', null]);
  expect(processLevels(defaults, 1).cpu(95)).toBe('critical');
  expect(processLevels(undefined, 1).cpu(95)).toBe(null);
});

it('a process that waits for a disk is well, a zombie is not', () => {
  const { status, memory } = processLevels(defaults, 64);
  expect(['R', 'D', 'Z'].map(status)).toEqual([null, null, 'critical']);
  expect(memory(80)).toBe('warning');
});
