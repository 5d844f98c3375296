/** The levels of each plugin, by default and with a configuration: the decorations of its views. */
import { describe, expect, it } from 'vitest';
import { createJudge } from '../../src/measure/levels/judge.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { fieldsOf, type Plugin } from '../../src/core/plugin.ts';
import type { View } from '../../src/core/served.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import npu from '../../src/measure/plugins/npu/npu.ts';
import vms from '../../src/measure/plugins/vms/vms.ts';
import { CORES, viewsWith, checks, judges, rates, DISK } from '../support/plugin-levels.ts';

const LOOK = { cpu: 60, mem: 75, swap: 95, load: 70, gpu_mem: 0, gpu_proc: 0 };

const CARD = { gpu_id: 'nvidia0', name: 'x', mem: 41, proc: 95, temperature: 65, fan_speed: 30 };

checks('cpu', null, [
  ['logs total and iowait', { total: 66, iowait: 10 }, {}, { total: 'CAREFUL_LOG', iowait: 'OK_LOG' }],
  [
    'judges user, system and steal',
    { user: 70, system: 90, steal: 1 },
    {},
    { user: 'WARNING', system: 'CRITICAL', steal: 'OK' },
  ],
  ['logs steal on demand', { steal: 95 }, { steal_log: 'True' }, { steal: 'CRITICAL_LOG' }],
  ['leaves total alone on demand', { total: 99 }, { total_log: 'False' }, { total: 'CRITICAL' }],
  [
    'judges context switches per second, whatever the interval',
    { ctx_switches: 900_000, ctx_switches_rate_per_sec: 79_999 },
    {},
    { ctx_switches: 'OK' },
  ],
  [
    'lets context switches grow with the cores',
    { ctx_switches: 1, ctx_switches_rate_per_sec: 80_000 },
    {},
    { ctx_switches: 'CAREFUL' },
  ],
  [
    'judges nothing else',
    { idle: 99, nice: 99, irq: 99, guest: 99 },
    {},
    { idle: 'DEFAULT', nice: 'DEFAULT', irq: 'DEFAULT', guest: 'DEFAULT' },
  ],
]);

checks('percpu', 'cpu_number', [
  [
    'leaves colours to user interfaces',
    { cpu_number: 0, user: 99, system: 99, iowait: 99 },
    {},
    { user: 'DEFAULT', system: 'DEFAULT', iowait: 'DEFAULT' },
  ],
]);

checks('load', null, [
  [
    'is per core, and logged for fifteen minutes only',
    { min1: 99, min5: 2, min15: 2, cpucore: CORES },
    {},
    { min1: 'DEFAULT', min5: 'WARNING', min15: 'WARNING_LOG' },
  ],
  [
    'never logs five minutes',
    { min1: 0, min5: 20, min15: 0, cpucore: CORES },
    { log: 'True' },
    { min5: 'CRITICAL', min15: 'OK_LOG' },
  ],
]);

checks('mem', null, [
  ['is logged', { percent: 50 }, {}, { percent: 'CAREFUL_LOG' }],
  [
    'follows its section',
    { percent: 50 },
    { careful: '10', warning: '20', critical: '49.9', log: 'false' },
    { percent: 'CRITICAL' },
  ],
]);

checks('memswap', null, [
  ['is logged', { total: 10, percent: 70 }, {}, { percent: 'WARNING_LOG' }],
  ['is not judged where there is no swap', { total: 0, percent: 0 }, {}, { percent: 'DEFAULT' }],
]);

checks('quicklook', null, [
  [
    'judges what is listed',
    LOOK,
    {},
    { cpu: 'CAREFUL', mem: 'WARNING', swap: 'DEFAULT', load: 'CAREFUL', gpu_mem: 'DEFAULT' },
  ],
  ['always judges the load', LOOK, { list: 'swap' }, { cpu: 'DEFAULT', swap: 'CRITICAL', load: 'CAREFUL' }],
  [
    'judges everything for a word nobody knows',
    LOOK,
    { list: 'cpu,moon' },
    { cpu: 'CAREFUL', swap: 'CRITICAL', gpu_proc: 'OK' },
  ],
]);

checks('connections', null, [
  [
    'judges how full the tracking table is',
    { nf_conntrack_percent: 80 },
    {},
    { nf_conntrack_percent: 'WARNING' },
  ],
]);

checks('gpu', 'gpu_id', [
  ['judges by default', CARD, {}, { mem: 'OK', proc: 'CRITICAL', temperature: 'CAREFUL' }],
  ['leaves alone what is not known', { ...CARD, mem: null }, {}, { mem: 'DEFAULT', proc: 'CRITICAL' }],
  ['follows its section', CARD, { mem_careful: '40', mem_log: 'True' }, { mem: 'CAREFUL_LOG' }],
  ['has no thresholds per card', CARD, { nvidia0_mem_careful: '40' }, { mem: 'OK' }],
]);

judges(npu, [
  ['judges its temperature', { npu_id: 'intel_1', temperature: 70 }, {}, { temperature: 'WARNING' }],
  ['of 60 °C', { npu_id: 'intel_1', temperature: 60 }, {}, { temperature: 'CAREFUL' }],
  ['of 80 °C', { npu_id: 'intel_1', temperature: 80 }, {}, { temperature: 'CRITICAL' }],
  [
    'by its section',
    { npu_id: 'intel_1', temperature: 59 },
    { temperature_critical: '55' },
    { temperature: 'CRITICAL' },
  ],
  [
    'of a kind that does not report it',
    { npu_id: 'amd_1', temperature: null },
    {},
    { temperature: 'DEFAULT' },
  ],
]);

const VM = {
  name: 'web',
  status: 'running',
  cpu_time_rate_per_sec: 150,
  memory_usage: 900,
  memory_total: 1000,
  load_1min: 9,
};

judges(vms, [
  ['has no thresholds', VM, {}, { cpu_time: 'DEFAULT', memory_usage: 'DEFAULT', load_1min: 'DEFAULT' }],
  [
    'unless configured: CPU in percent of a core, memory of the limit of the machine',
    VM,
    { cpu_warning: '150', mem_critical: '90', load_careful: '9' },
    { cpu_time: 'WARNING', memory_usage: 'CRITICAL', load_1min: 'CAREFUL' },
  ],
  [
    'and judges no memory without a limit',
    { ...VM, memory_total: null },
    { mem_critical: '1' },
    { memory_usage: 'DEFAULT' },
  ],
]);

describe('verdicts on cards', () => {
  it('are told apart by the card, though their event types name none', () => {
    const plugin = plugins.find(({ name }) => name === 'gpu') as Plugin;
    const limits = limitsOf(plugin, { section: {}, historySize: 10, cores: CORES });
    const verdicts = createJudge(plugin, limits)([CARD, { ...CARD, gpu_id: 'nvidia1', proc: 1 }]);
    expect(
      verdicts
        .filter(({ field }) => field === 'proc')
        .map(({ stat, identity, level }) => [stat, identity, level]),
    ).toEqual([
      ['gpu_proc', 'nvidia0', 'CRITICAL'],
      ['gpu_proc', 'nvidia1', 'OK'],
    ]);
  });
});

describe('views', () => {
  it.each([
    [
      'gpu',
      { ...CARD, mem: null },
      {
        nvidia0: {
          proc: { decoration: 'CRITICAL' },
          mem: { decoration: 'DEFAULT' },
          temperature: { decoration: 'CAREFUL' },
        },
      },
    ],
    [
      'npu',
      { npu_id: 'intel_1', load: null, freq: 75, mem: null, power: 3 },
      { intel_1: { load: {}, freq: { decoration: 'WARNING' }, mem: {} } },
    ],
    [
      'mpp',
      { engine_id: 'rockchip_rkvenc', load: 41.5, utilization: 99 },
      { rockchip_rkvenc: { load: { decoration: 'OK' } } },
    ],
  ])('of %s hold levels only', (name, served, expected) => {
    expect(viewsWith(name, [served], {})).toEqual(expected);
  });

  it('of quicklook name what is looked at', () => {
    expect(viewsWith('quicklook', LOOK, { list: 'cpu, swap' })['list']).toEqual(['cpu', 'swap']);
  });

  it.each([
    [
      'cpu',
      ['ctx_switches', 'guest', 'idle', 'interrupts', 'irq', 'nice', 'soft_interrupts', 'steal', 'syscalls'],
    ],
    ['mem', ['active', 'buffers', 'cached', 'inactive']],
    ['memswap', []],
    ['load', []],
    ['network', []],
  ])('of %s call optional what may be left out', (name, expected) => {
    const plugin = plugins.find((plugin) => plugin.name === name);
    const fields = Object.entries(plugin ? fieldsOf(plugin) : {});
    expect(
      fields
        .filter(([, { options }]) => options.optional)
        .map(([field]) => field)
        .sort(),
    ).toEqual(expected);
  });

  it.each([
    ['network', rates(0, 5), ['bytes_recv_rate_per_sec', 'bytes_sent_rate_per_sec']],
    [
      'diskio',
      { ...DISK, read_bytes_rate_per_sec: 0 },
      ['read_bytes_rate_per_sec', 'write_bytes_rate_per_sec'],
    ],
  ])(
    'of %s hide the first of its rates, which was never above zero',
    (name, served, [first = '', second = '']) => {
      const [item] = Object.values(viewsWith(name, [served], { hide_zero: 'True' }));
      const views = item as Record<string, View>;
      expect([views[first]?.hidden, views[second]?.hidden]).toEqual([true, false]);
    },
  );
});
