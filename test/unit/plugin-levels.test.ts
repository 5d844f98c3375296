/** The levels of each plugin, by default and with a configuration: the decorations of its views. */
import { describe, expect, it } from 'vitest';
import { createJudge } from '../../src/levels/judge.ts';
import { limitsOf } from '../../src/levels/limits.ts';
import { fieldsOf, type Plugin } from '../../src/core/plugin.ts';
import type { View } from '../../src/core/served.ts';
import { viewsOf } from '../../src/levels/views.ts';
import { Visibility } from '../../src/levels/visibility.ts';
import { plugins } from '../../src/plugins/index.ts';

type Section = Record<string, string>;
type Row = [what: string, served: Record<string, unknown>, section: Section, decorations: Section];

const CORES = 2;

function viewsWith(name: string, served: unknown, section: Section): Record<string, unknown> {
  const plugin = plugins.find((plugin) => plugin.name === name);
  if (plugin === undefined) throw new Error(`no plugin ${name}`);
  const limits = limitsOf(plugin, { section, historySize: 10, cores: CORES });
  const visibility = new Visibility(plugin, limits);
  visibility.update(served);
  return viewsOf({ plugin, limits, judge: createJudge(plugin, limits), visibility }, served);
}

const decorations = (views: Record<string, unknown>, among: readonly string[]): Section =>
  Object.fromEntries(among.map((name) => [name, (views[name] as View).decoration]));

/** Checks the decorations of an object, or of the one item of a list. */
function checks(plugin: string, key: string | null, rows: Row[]): void {
  describe(plugin, () => {
    it.each(rows)('%s', (_what, served, section, expected) => {
      const views = viewsWith(plugin, key === null ? served : [served], section);
      const item = key === null ? views : (views[String(served[key])] as Record<string, unknown>);
      expect(decorations(item, Object.keys(expected))).toEqual(expected);
    });
  });
}

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

const sensor = (type: string, value: number | string, more: object = {}) => ({
  label: 'Fan 1',
  type,
  value,
  ...more,
});
const hardware = { warning: 81, critical: 84 };
const unset = {
  temperature_core_careful: '0',
  temperature_core_warning: '0',
  temperature_core_critical: '0',
};

checks('sensors', 'label', [
  ['judges temperatures', sensor('temperature_core', 45), {}, { value: 'CAREFUL', type: 'DEFAULT' }],
  [
    'by the configuration, not the hardware',
    sensor('temperature_core', 82, hardware),
    {},
    { value: 'CRITICAL' },
  ],
  [
    'by the hardware where nothing is set',
    sensor('temperature_core', 82, hardware),
    unset,
    { value: 'WARNING' },
  ],
  ['and calls that critical', sensor('temperature_core', 84, hardware), unset, { value: 'CRITICAL' }],
  [
    'and takes 0 for no threshold',
    sensor('temperature_core', 84, { warning: 0, critical: 0 }),
    unset,
    { value: 'DEFAULT' },
  ],
  [
    'has thresholds of one sensor',
    sensor('temperature_core', 35),
    { 'temperature_core_fan 1_critical': '30' },
    { value: 'CRITICAL' },
  ],
  [
    'logs one on demand',
    sensor('temperature_core', 10),
    { 'temperature_core_fan 1_log': 'True' },
    { value: 'OK_LOG' },
  ],
  ['judges disks', sensor('temperature_hdd', 52, { unit: 'C' }), {}, { value: 'WARNING' }],
  ['in degrees Celsius', sensor('temperature_hdd', 97, { unit: 'F' }), {}, { value: 'OK' }],
  ['but no words', sensor('temperature_hdd', 'SLP', { unit: '*' }), {}, { value: 'DEFAULT' }],
  ['judges what a battery lacks', sensor('battery', 25), {}, { value: 'CAREFUL' }],
  ['and an empty one', sensor('battery', 0), {}, { value: 'CRITICAL' }],
  ['and a full one', sensor('battery', 100), {}, { value: 'OK' }],
  ['has no thresholds of fans', sensor('fan_speed', 9000), {}, { value: 'DEFAULT' }],
  ['unless configured', sensor('fan_speed', 9000), { fan_speed_warning: '5000' }, { value: 'WARNING' }],
  [
    'also for a fan that stands still',
    sensor('fan_speed', 0),
    { fan_speed_warning: '5000' },
    { value: 'OK' },
  ],
]);

checks('wifi', 'ssid', [
  [
    'calls a strong signal good',
    { ssid: 'wlan0', quality_level: -48, quality_link: 62 },
    {},
    { quality_level: 'OK', quality_link: 'DEFAULT' },
  ],
  ['a weaker one less so', { ssid: 'wlan0', quality_level: -65 }, {}, { quality_level: 'CAREFUL' }],
  ['a weak one a warning', { ssid: 'wlan0', quality_level: -76 }, {}, { quality_level: 'WARNING' }],
  ['and hardly any critical', { ssid: 'wlan0', quality_level: -90 }, {}, { quality_level: 'CRITICAL' }],
  [
    'by thresholds of one interface',
    { ssid: 'wlan0', quality_level: -76 },
    { wlan0_warning: '-80' },
    { quality_level: 'CAREFUL' },
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

const LINK = { interface_name: 'eth0', bytes_recv: 9, bytes_sent: 9, speed: 1000, is_up: true };
const rates = (received: number, sent: number, more: object = {}) => ({
  ...LINK,
  bytes_recv_rate_per_sec: received,
  bytes_sent_rate_per_sec: sent,
  ...more,
});
checks('network', 'interface_name', [
  [
    'compares both directions with the speed of the link',
    rates(100, 120),
    {},
    {
      bytes_recv: 'WARNING',
      bytes_recv_rate_per_sec: 'WARNING',
      bytes_sent: 'CRITICAL',
      bytes_sent_rate_per_sec: 'CRITICAL',
    },
  ],
  [
    'skips a link on which one direction rests',
    rates(1000, 0),
    {},
    { bytes_recv: 'DEFAULT', bytes_sent: 'DEFAULT' },
  ],
  ['skips a link of unknown speed', rates(1000, 1000, { speed: 0 }), {}, { bytes_recv: 'DEFAULT' }],
  [
    'takes thresholds of one link as bits per second',
    rates(100, 100, { speed: 0 }),
    { eth0_rx_careful: '800', eth0_tx_careful: '801' },
    { bytes_recv: 'CAREFUL', bytes_sent: 'OK' },
  ],
  [
    'logs one link on demand',
    rates(100, 100),
    { eth0_rx_log: 'True' },
    { bytes_recv: 'WARNING_LOG', bytes_sent: 'WARNING' },
  ],
]);

const DISK = {
  disk_name: 'sda',
  read_bytes: 1,
  write_bytes: 1,
  read_bytes_rate_per_sec: 500,
  write_bytes_rate_per_sec: 500,
  read_latency: 20,
  write_latency: 60,
};
checks('diskio', 'disk_name', [
  [
    'judges latencies',
    DISK,
    {},
    { read_latency: 'WARNING', write_latency: 'CRITICAL', read_bytes: 'DEFAULT' },
  ],
  [
    'compares bytes per second',
    DISK,
    { sda_rx_careful: '400', sda_tx_critical: '500' },
    { read_bytes: 'CAREFUL', write_bytes: 'CRITICAL' },
  ],
  [
    'prefers thresholds of the disk',
    DISK,
    { sda_rx_latency_careful: '30', sda_rx_latency_warning: '40' },
    { read_latency: 'OK' },
  ],
]);

const MOUNT = { mnt_point: '/home', options: 'rw,relatime', used: 1, percent: 68 };
checks('fs', 'mnt_point', [
  ['decorates used by percent, without log', MOUNT, {}, { used: 'CAREFUL', percent: 'DEFAULT' }],
  ['leaves read-only mounts alone', { ...MOUNT, options: 'ro,relatime' }, {}, { used: 'DEFAULT' }],
  [
    'has thresholds per mount',
    MOUNT,
    { '/home_careful': '10', '/home_critical': '60', '/home_log': 'True' },
    { used: 'CRITICAL_LOG' },
  ],
]);

const LOOK = { cpu: 60, mem: 75, swap: 95, load: 70, gpu_mem: 0, gpu_proc: 0 };
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

const CARD = { gpu_id: 'nvidia0', name: 'x', mem: 41, proc: 95, temperature: 65, fan_speed: 30 };
checks('gpu', 'gpu_id', [
  ['judges by default', CARD, {}, { mem: 'OK', proc: 'CRITICAL', temperature: 'CAREFUL' }],
  ['leaves alone what is not known', { ...CARD, mem: null }, {}, { mem: 'DEFAULT', proc: 'CRITICAL' }],
  ['follows its section', CARD, { mem_careful: '40', mem_log: 'True' }, { mem: 'CAREFUL_LOG' }],
  ['has no thresholds per card', CARD, { nvidia0_mem_careful: '40' }, { mem: 'OK' }],
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
