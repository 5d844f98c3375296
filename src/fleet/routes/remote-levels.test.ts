import type { Json } from '../../core/served.ts';
import { expect, it } from 'vitest';
import { Slice } from '../../core/slice.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { remoteLevels } from './remote-levels.ts';

const levels = (all: Json, limits: Json, sliceMs = 2) =>
  remoteLevels(plugins, all, limits, new Slice({ ms: sliceMs }));

it('judges what another server says, as far as it can be judged', async () => {
  const all = {
    cpu: { total: 99 },
    fs: [null],
    mem: 'much',
    network: { eth0: 1 },
    load: { min15: 8, cpucore: 2 },
    raid: [{}],
  };
  const report = await levels(all, {
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
  expect(await levels(null, 'no')).toEqual({});
});

it('bounds what it judges, and lets others in meanwhile', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({ mnt_point: `/${index}`, percent: 99 }));
  const load = { ...Object.fromEntries(many.map(({ mnt_point: name }) => [name, {}])), min15: 8, cpucore: 2 };
  let [turns, isDone] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  // With zero-length slices, independent of the machine's speed.
  const report = await levels({ fs: many, load, network: [{ interface_name: 'x'.repeat(1e6) }] }, {}, 0);
  isDone = true;
  expect(report['fs']).toHaveLength(2000);
  expect(Object.keys(report)).toEqual(['fs']);
  // Fifty at a time.
  expect(turns).toBeGreaterThan(30);
});
