import { expect, it } from 'vitest';
import { plugins } from '../../../plugins/index.ts';
import { remoteLevels } from './remote-levels.ts';

it('judges what another server says, as far as it can be judged', () => {
  const all = {
    cpu: { total: 99 },
    fs: [null],
    mem: 'much',
    network: { eth0: 1 },
    load: { min15: 8, cpucore: 2 },
    raid: [{}],
  };
  const report = remoteLevels(plugins, all, {
    cpu: { cpu_total_critical: 90 },
    load: { load_warning: 4 },
    mem: 'x',
  });
  const alarming = Object.entries(report).flatMap(([plugin, verdicts]) =>
    verdicts.filter(({ level }) => level !== 'OK' && level !== 'DEFAULT').map(({ stat }) => [plugin, stat]),
  );
  expect(alarming).toEqual([
    ['cpu', 'CPU_TOTAL'],
    ['load', 'LOAD'],
  ]);
  expect(remoteLevels(plugins, null, 'no')).toEqual({});
});
