/** Thresholds in the unit of each series, as the plugins declare them. */
import type { Served } from '../../core/served.ts';
import { expect, it } from 'vitest';
import { staleCopy } from '../../core/stale.ts';
import { plugins } from '../plugins/index.ts';
import { createJudge } from './judge.ts';
import { limitsOf } from './limits.ts';
import { shownVerdict } from './series.ts';

function shownBy(name: string, served: Served, section: Record<string, string> = {}) {
  const plugin = plugins.find((one) => one.name === name);
  if (plugin === undefined) throw new Error(`no plugin ${name}`);
  const judge = createJudge(plugin, limitsOf(plugin, { section, historySize: 1, cores: 1 }));
  return judge(plugin.shape === 'list' ? [served] : served).map(shownVerdict);
}

const link = (speed: number) => ({
  interface_name: 'eth0',
  speed,
  bytes_recv_rate_per_sec: 1,
  bytes_sent_rate_per_sec: 1,
});
const hardware = {
  temperature_core_careful: '0',
  temperature_core_warning: '0',
  temperature_core_critical: '0',
};

it.each<[string, string, Served, Record<string, string>, string, (number | null)[] | null]>([
  ['as they are', 'cpu', {}, {}, 'total', [65, 75, 85]],
  ['of what is not judged', 'cpu', {}, {}, 'idle', null],
  ['of a rate', 'cpu', {}, {}, 'ctx_switches_rate_per_sec', [40_000, 45_000, 50_000]],
  ['for the whole machine', 'load', { cpucore: 4 }, {}, 'min5', [2.8, 4, 20]],
  ['of unknown cores', 'load', { cpucore: 0 }, {}, 'min1', [null, null, null]],
  ['of one item', 'fs', { mnt_point: '/home' }, { '/home_critical': '95' }, 'percent', [50, 70, 95]],
  ['of its size', 'fs', { mnt_point: '/', size: 1000 }, {}, 'used', [500, 700, 900]],
  ['of the speed, in bytes', 'network', link(8e6), {}, 'bytes_recv_rate_per_sec', [7e5, 8e5, 9e5]],
  ['of a speed nobody knows', 'network', link(0), {}, 'bytes_recv_rate_per_sec', [null, null, null]],
  [
    'of one link, from bits',
    'network',
    link(8e9),
    { eth0_rx_warning: '8000000' },
    'bytes_recv_rate_per_sec',
    [null, 1e6, null],
  ],
  [
    'that the hardware states',
    'sensors',
    { label: 'CPU', type: 'temperature_core', value: 50, warning: 80, critical: 95 },
    hardware,
    'value',
    [null, 80, 95],
  ],
  ['of what is missing', 'sensors', { label: 'B', type: 'battery', value: 50 }, {}, 'value', [30, 20, 10]],
  [
    'in Fahrenheit',
    'sensors',
    { label: 'sda', type: 'temperature_hdd', value: 100, unit: 'F' },
    {},
    'value',
    [113, 125.6, 140],
  ],
  ['downwards', 'wifi', { ssid: 'wlan0' }, {}, 'quality_level', [-65, -75, -85]],
  [
    'in megabytes',
    'folders',
    { path: '/srv', indice: '1', size: 1, errno: 0 },
    { folder_1_careful: '1', folder_1_warning: '2' },
    'size',
    [1e6, 2e6, null],
  ],
  [
    'in milliseconds',
    'ports',
    { indice: 'port_1', status: 0.1 },
    { port_1_rtt_warning: '500' },
    'status',
    [null, 0.5, null],
  ],
])('thresholds %s', (_, name, served, section, series, expected) => {
  const found = shownBy(name, served, section).find((shown) => Object.hasOwn(shown.series, series));
  expect(found === undefined ? null : Object.values(found.series[series] ?? {})).toEqual(expected);
});

it.each([
  ['wifi', { ssid: 'wlan0' }, true],
  ['sensors', { label: 'B', type: 'battery', value: 50 }, true],
  ['sensors', { label: 'C', type: 'temperature_hdd', value: 50 }, undefined],
])('%s says in which direction it gets worse', (name, served, isLow) => {
  expect(shownBy(name, served)[0]?.isLow).toBe(isLow);
});

it('an item that does not answer is marked', () => {
  const item = { mnt_point: '/nas', size: 1000, percent: 95 };
  expect(shownBy('fs', item)[0]).toMatchObject({ level: 'CRITICAL' });
  expect(shownBy('fs', item)[0]).not.toHaveProperty('isStale');
  expect(shownBy('fs', staleCopy(item))[0]).toMatchObject({ level: 'ERROR', isStale: true });
});
