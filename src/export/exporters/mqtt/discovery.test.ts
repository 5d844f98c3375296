import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { plugins } from '../../../measure/plugins/index.ts';
import { labelSet, type Family } from '../../metrics/family.ts';
import type { Point } from '../../metrics/points.ts';
import type { Cycle } from '../exporter.ts';
import { createDiscovery, deviceId } from './discovery.ts';
import { objectId, templateOf } from './entities.ts';

const ALERTS: Family = {
  name: 'gander_alerts',
  type: 'gauge',
  unit: null,
  help: '',
  time: 0,
  samples: [
    { labels: labelSet([['state', 'warning']]), value: 0 },
    { labels: labelSet([['state', 'critical']]), value: 2 },
  ],
};

const cpu: Point = {
  plugin: 'cpu',
  key: null,
  item: null,
  fields: [
    ['total', 12.5],
    ['steal', 0],
    ['total_max', 99],
    ['ctx_switches', 100],
    ['ctx_switches_rate_per_sec', 50],
    ['time_since_update', 2],
  ],
};
const disk = (name: string): Point => ({
  plugin: 'fs',
  key: 'mnt_point',
  item: name,
  fields: [
    ['mnt_point', name],
    ['size', 100],
    ['percent', 20],
  ],
});

const cycle = (points: readonly Point[]): Cycle => ({
  time: 0,
  host: 'h',
  interval: 15,
  points: () => points,
  families: () => [ALERTS],
});

const open = (form: 'device' | 'component' = 'device') =>
  createDiscovery({
    id: '0123456789ab',
    name: 'h',
    head: 'glances/h',
    prefix: 'homeassistant',
    form,
    wanted: ['alert', 'cpu', 'fs'],
    plugins,
  });

interface Config {
  cmps: Record<string, Record<string, unknown>>;
}

describe('discovery', () => {
  it('makes a device with its entities, and says nothing while nothing changes', () => {
    const discovery = open();
    const [message, ...others] = discovery.changes(cycle([cpu, disk('/')]));
    expect(others).toEqual([]);
    expect([message?.[0], message?.[2]]).toEqual(['homeassistant/device/gander_0123456789ab/config', true]);
    const config = JSON.parse(message?.[1] ?? '') as Config;
    expect(config).toMatchObject({
      dev: { ids: ['gander_0123456789ab'], name: 'h', mf: 'Gander' },
      o: { name: 'Gander' },
      avty_t: 'glances/h/availability',
    });
    expect(config.cmps['cpu_total']).toEqual({
      p: 'sensor',
      stat_cla: 'measurement',
      unit_of_meas: '%',
      name: 'cpu total',
      unique_id: 'gander_0123456789ab_cpu_total',
      stat_t: 'glances/h/cpu',
      val_tpl: "{{ value_json['total'] | default(none) }}",
      exp_aft: 60,
    });
    expect(config.cmps['cpu_steal']).toMatchObject({ en: false, ent_cat: 'diagnostic' });
    expect(config.cmps['alert_critical']).toMatchObject({ p: 'binary_sensor', dev_cla: 'problem' });
    expect(Object.keys(config.cmps).sort()).toEqual(
      [
        'alert_critical',
        'alert_warning',
        'cpu_ctx_switches_rate_per_sec',
        'cpu_steal',
        'cpu_total',
        objectId(['fs', '/', 'percent']),
        objectId(['fs', '/', 'size']),
      ].sort(),
    );
    expect(discovery.changes(cycle([cpu]))).toEqual([]);
    expect(discovery.state(cycle([]))).toEqual([['glances/h/alert', '{"warning":0,"critical":2}', true]]);
  });

  it('takes entities back whose item has gone, once', () => {
    const discovery = open();
    discovery.changes(cycle([cpu, disk('/'), disk('/usb')]));
    const gone = objectId(['fs', '/usb', 'percent']);
    const [taken] = discovery.changes(cycle([disk('/')]));
    expect((JSON.parse(taken?.[1] ?? '') as Config).cmps[gone]).toEqual({ p: 'sensor' });
    const [after] = discovery.changes(cycle([disk('/')]));
    expect((JSON.parse(after?.[1] ?? '') as Config).cmps).not.toHaveProperty(gone);
    expect(discovery.changes(cycle([disk('/')]))).toEqual([]);
  });

  it('has a message per entity where that is wanted, and an empty one takes it back', () => {
    const discovery = open('component');
    const told = discovery.changes(cycle([cpu, disk('/usb')]));
    const topic = `homeassistant/sensor/gander_0123456789ab/${objectId(['fs', '/usb', 'percent'])}/config`;
    expect(told.map(([address]) => address)).toContain(topic);
    expect(discovery.changes(cycle([disk('/')]))).toContainEqual([topic, '', true]);
    expect(discovery.changes(cycle([disk('/')]))).toEqual([]);
  });

  it('no name of an item ends the literal or the template it stands in', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (name) => {
        const [, literal = ''] =
          /^\{\{ value_json\['(.*)'\] \| default\(none\) \}\}$/.exec(templateOf(name, 'sensor')) ?? [];
        expect(literal).toMatch(/^([\w ./:-]|\\U[0-9a-f]{8})*$/);
        const read = literal.replaceAll(/\\U([0-9a-f]{8})/g, (_, code: string) =>
          String.fromCodePoint(parseInt(code, 16)),
        );
        expect(read).toBe(name);
        expect(objectId(['fs', name, 'percent'])).toMatch(/^[\w-]+$/);
      }),
    );
    expect(objectId(['fs', '/a b', 'x'])).not.toBe(objectId(['fs', '/a_b', 'x']));
  });

  it('a device has the same id after every start, and does not show that of the machine', () => {
    const machine = '0123456789abcdef0123456789abcdef';
    expect(deviceId('', 'h', machine)).toBe(deviceId('', 'other', machine));
    expect(deviceId('', 'h', machine)).not.toBe(deviceId('nas', 'h', machine));
    expect(deviceId('', 'h', null)).toMatch(/^[0-9a-f]{12}$/);
    expect(machine).not.toContain(deviceId('', 'h', machine));
  });
});
