import { describe, expect, it } from 'vitest';
import { bandsOf, type Served } from './rules.ts';
import type { Series } from '../state/store.ts';

const LIMITS = {
  cpu: { cpu_total_careful: 65, cpu_total_warning: 75, cpu_total_critical: 85 },
  fs: { fs_careful: 50, fs_warning: 70, fs_critical: 90, 'fs_/home_critical': 95 },
  load: { load_careful: 0.7, load_warning: 1, load_critical: 5 },
  network: {
    network_rx_careful: 70,
    network_rx_warning: 80,
    network_rx_critical: 90,
    network_eth1_rx_warning: 8e6,
  },
  sensors: {
    sensors_temperature_core_careful: 45,
    sensors_temperature_core_warning: 65,
    sensors_temperature_core_critical: 80,
    sensors_battery_critical: 90,
  },
  wifi: { wifi_careful: -65, wifi_warning: -75, wifi_critical: -85 },
};

const limitsOf = (series: Series, served: Served = {}) => {
  const bands = bandsOf(series, LIMITS, served);
  return bands === null ? null : [...Object.values(bands.thresholds), ...(bands.isLow ? ['low'] : [])];
};

describe('bands', () => {
  it.each([
    ['as they are', { plugin: 'cpu', field: 'total' }, {}, [65, 75, 85]],
    ['of what has none', { plugin: 'cpu', field: 'idle' }, {}, null],
    ['of what is not judged', { plugin: 'irq', field: 'irq_rate', item: 'LOC' }, {}, null],
    ['per core', { plugin: 'load', field: 'min5' }, { cpucore: 4 }, [2.8, 4, 20]],
    ['of one item', { plugin: 'fs', field: 'percent', item: '/home' }, {}, [50, 70, 95]],
    ['of its size', { plugin: 'fs', field: 'used', item: '/' }, { size: 1000 }, [500, 700, 900]],
    [
      'of the speed, in bytes',
      { plugin: 'network', field: 'bytes_recv_rate_per_sec', item: 'eth0' },
      { speed: 8e6 },
      [700_000, 800_000, 900_000],
    ],
    [
      'of a speed that is not known',
      { plugin: 'network', field: 'bytes_recv_rate_per_sec', item: 'eth0' },
      { speed: 0 },
      null,
    ],
    [
      'of one interface, from bits',
      { plugin: 'network', field: 'bytes_recv_rate_per_sec', item: 'eth1' },
      { speed: 8e9 },
      [null, 1e6, null],
    ],
    [
      'of a type',
      { plugin: 'sensors', field: 'value', item: 'CPU' },
      { type: 'temperature_core' },
      [45, 65, 80],
    ],
    [
      'of what is missing',
      { plugin: 'sensors', field: 'value', item: 'BAT0' },
      { type: 'battery' },
      [null, null, 10, 'low'],
    ],
    ['downwards', { plugin: 'wifi', field: 'quality_level', item: 'wlan0' }, {}, [-65, -75, -85, 'low']],
    [
      'that an item states',
      { plugin: 'folders', field: 'size', item: '/srv' },
      { indice: '1', careful: 1, warning: '2', critical: null },
      [1e6, 2e6, null],
    ],
  ] as [string, Series, Served, unknown][])('%s', (_, series, served, expected) => {
    expect(limitsOf(series, served)).toEqual(expected);
  });
});
