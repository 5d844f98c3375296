import { expect, it } from 'vitest';
import { gauge } from '../../core/fields.ts';
import { definePlugin, type Plugin } from '../../core/plugin.ts';
import { createLevels } from './levels.ts';

const cpu: Plugin = definePlugin({
  name: 'cpu',
  shape: 'object',
  description: '',
  fields: { total: gauge('percent', '', { level: { header: 'total' } }) },
  create: () => ({ read: () => ({ total: 1 }) }),
});
const limits = (critical: number) => new Map([['cpu', { cpu_total_critical: critical }]]);

it('judges by the limits that hold, also what it has judged before', () => {
  const levels = createLevels([cpu], limits(50));
  let told = 0;
  const end = levels.subscribe(() => (told += 1));
  const served = { total: 60 };
  const level = () => levels.judgeOf('cpu')(served)[0]?.level;
  expect([level(), levels.edition]).toEqual(['CRITICAL', 0]);
  levels.replace(limits(70));
  expect([level(), levels.edition, told, levels.limitsOf('cpu')]).toEqual([
    'OK',
    1,
    1,
    { cpu_total_critical: 70 },
  ]);
  end();
  levels.replace(limits(10));
  expect([level(), told]).toEqual(['CRITICAL', 1]);
});

it('has neither limits nor verdicts for a plugin that is off', () => {
  const levels = createLevels([], new Map());
  expect([levels.limitsOf('cpu'), levels.judgeOf('cpu')({ total: 99 })]).toEqual([{}, []]);
});
