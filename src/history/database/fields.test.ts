import { describe, expect, it } from 'vitest';
import { plugins } from '../../measure/plugins/index.ts';
import { recordedFields } from '../archive/write/declared-series.ts';
import { ganderProfile } from '../../export/metrics/gander-fields.ts';
import { NODE_PROFILE } from './node-fields.ts';
import type { StoredField, StoredProfile } from './stored-field.ts';

const SCOPE = { matchers: ['instance="h"'], by: 'instance', window: 60 };
const gander = ganderProfile(plugins);

const found = ({ fields }: StoredProfile, id: string): StoredField[] =>
  fields.filter(({ plugin, field }) => `${plugin}/${field}` === id);

/** Recorded, and not among the metrics: older names of other fields, or made from them. */
const NOT_SENT = [
  ...['io_rx', 'io_wx', 'network_rx', 'network_tx'].map((field) => `containers/${field}`),
  'packets/lost',
  'ports/elapsed',
  ...['cpu', 'mem', 'swap', 'load', 'gpu_mem', 'gpu_proc'].map((field) => `quicklook/${field}`),
  'tcp/retransmitted_percent',
  'units/cpu_percent',
];

describe('the metrics of our own agents', () => {
  it.each([
    ['cpu/total', 'gander_cpu_total_ratio{instance="h"}', 100],
    ['load/min5', 'gander_load_min5{instance="h"}', 1],
    ['network/bytes_recv_rate_per_sec', 'rate(gander_network_recv_bytes_total{instance="h"}[60s])', 1],
    ['diskio/read_time_rate_per_sec', 'rate(gander_diskio_read_time_seconds_total{instance="h"}[60s])', 1000],
    ['connections/LISTEN', 'gander_connections{instance="h",state="listen"}', 1],
    ['sensors/value', 'gander_sensors_temperature_celsius{instance="h"}', 1],
  ])('%s is %s', (id, expression, factor) => {
    const [field] = found(gander, id);
    expect([field?.expression(SCOPE), field?.factor]).toEqual([expression, factor]);
  });

  it('tell items apart by the label of their key', () => {
    const [field] = found(gander, 'fs/percent');
    expect(field?.item?.of({ mountpoint: '/home', device: '/dev/sda1' })).toBe('/home');
    expect(field?.item?.matchers('/ho"me')).toEqual([String.raw`mountpoint="/ho\"me"`]);
  });

  it('hold every field that has history', () => {
    const missing = plugins
      .flatMap((plugin) => recordedFields(plugin).map((field) => `${plugin.name}/${field}`))
      .filter((id) => found(gander, id).length === 0);
    expect(missing.sort()).toEqual(NOT_SENT.sort());
  });

  it('bring the texts of system back', () => {
    const labels = {
      os_name: 'Linux',
      hostname: 'h',
      platform: '64bit',
      os_version: '6.1',
      linux_distro: 'Debian 12',
    };
    const text = gander.texts.find(({ plugin }) => plugin === 'system');
    expect(text?.texts(labels, 1)['hr_name']).toBe('Debian 12 64bit / Linux 6.1');
  });
});

describe('the metrics of node_exporter', () => {
  it('are fields that our plugins declare, in their units', () => {
    const declared = new Map(plugins.map((plugin) => [plugin.name, plugin]));
    for (const { plugin, field, isRecorded } of NODE_PROFILE.fields) {
      const own = declared.get(plugin);
      expect(own, plugin).toBeDefined();
      if (isRecorded && own !== undefined) expect(recordedFields(own), plugin).toContain(field);
    }
  });

  it('become shares of time', () => {
    const [total] = found(NODE_PROFILE, 'cpu/total');
    expect(total?.expression(SCOPE)).toBe(
      'clamp_max(sum by (instance) (rate(node_cpu_seconds_total{instance="h",mode!~"idle|iowait"}[60s])) / ' +
        'count by (instance) (node_cpu_seconds_total{instance="h",mode="idle"}), 1)',
    );
  });
});
