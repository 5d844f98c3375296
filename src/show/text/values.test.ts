import { describe, expect, it } from 'vitest';
import type { PluginValue } from '../../core/served.ts';
import { UsageError } from '../../core/errors.ts';
import { constant, counter, gauge, text } from '../../core/fields.ts';
import { definePlugin, type Plugin } from '../../core/plugin.ts';
import { exportView, uptimeSeconds } from '../../core/export-view.ts';
import { stdoutLines } from './lines.ts';
import { checkParts, parseSelection, type Selector } from './selection.ts';
import { createTable } from './table.ts';

const never = () => ({
  read: () => {
    throw new Error('never read');
  },
});
const registry: Plugin[] = [
  definePlugin({
    name: 'cpu',
    shape: 'object',
    description: 'x',
    fields: { user: gauge('percent', 'x'), count: constant('number', 'x'), name: text('x') },
    create: never,
  }),
  definePlugin({
    name: 'network',
    shape: 'list',
    key: 'interface_name',
    description: 'x',
    fields: { interface_name: text('x'), bytes_recv: counter('byte', 'x'), options: text('x') },
    create: never,
  }),
  definePlugin({ name: 'uptime', shape: 'scalar', description: 'x', value: text('x'), create: never }),
  definePlugin({
    name: 'alert',
    shape: 'list',
    key: null,
    description: 'x',
    fields: { state: text('x') },
    create: never,
  }),
  definePlugin({ name: 'mem', shape: 'object', description: 'x', fields: {}, create: never }),
];
const enabled = new Set(['cpu', 'network', 'uptime', 'alert']);

const served: Record<string, PluginValue> = {
  cpu: { user: 70, count: 2, name: 'x y' },
  network: [
    { interface_name: 'eth0', bytes_recv: 5, bytes_recv_rate_per_sec: 2, options: 'a,b' },
    { interface_name: 'eth0.100', bytes_recv: 7, bytes_recv_rate_per_sec: 3, options: 'c' },
  ],
  uptime: '1 day, 0:00:05',
  alert: [{ state: 'WARNING' }],
};
const valueOf = ({ name }: Plugin): PluginValue => served[name] ?? null;
const select = (list: string): Selector[] => parseSelection(list, { registry, enabled }).selectors;
const lines = (list: string): string[] =>
  select(list).flatMap((selector) => stdoutLines(selector, valueOf(selector.plugin)));

describe('stdoutLines', () => {
  it.each([
    ['cpu.user', ['cpu.user: 70.0']],
    ['cpu', ["cpu: {'user': 70.0, 'count': 2, 'name': 'x y'}"]],
    ['cpu.name, cpu.count', ['cpu.name: x y', 'cpu.count: 2']],
    ['cpu.nothing', []],
    ['network.bytes_recv', ['network.eth0.bytes_recv: 5', 'network.eth0.100.bytes_recv: 7']],
    ['network.eth0.bytes_recv_rate_per_sec', ['network.eth0.bytes_recv_rate_per_sec: 2.0']],
    ['network.eth0.100.options', ['network.eth0.100.options: c']],
    ['network.eth9.options', []],
    ['network.nothing', []],
    ['uptime', ["uptime: {'seconds': 86405}"]],
    ['uptime.seconds', ['uptime.seconds: 86405']],
    ['alert', ["alert: [{'state': 'WARNING'}]"]],
    ['alert.state', ['alert.0.state: WARNING']],
  ])('%s', (list, expected) => {
    expect(lines(list)).toEqual(expected);
  });
});

describe('parseSelection', () => {
  it('tells plugins that are off or not in this version', () => {
    expect(parseSelection('cpu,mem,npu.x', { registry, enabled })).toMatchObject({
      selectors: [{ text: 'cpu' }],
      absent: ['mem', 'npu'],
    });
  });

  it.each([
    ['cpuu', 'There is no plugin "cpuu"; did you mean "cpu"?'],
    ['', 'Name at least one plugin'],
    ['cpu.user.x', '"cpu.user.x" has too many parts'],
    ['network..x', '"network..x" has an empty part'],
  ])('refuses "%s"', (list, message) => {
    expect(() => select(list)).toThrow(UsageError);
    expect(() => select(list)).toThrow(message);
  });
});

describe('checkParts', () => {
  it('lets items through whose names hold dots, and those that may come', () => {
    expect(() => checkParts(select('network.eth0.100.options,network.eth9.options'), valueOf)).not.toThrow();
  });

  it.each([
    ['cpu.usr', 'cpu has no field "usr"; did you mean "user"?'],
    ['network.eth0', 'network has no field "eth0"; it has interface_name, bytes_recv, options.'],
  ])('refuses %s', (list, message) => {
    expect(() => checkParts(select(list), valueOf)).toThrow(message);
  });

  it('refuses more than three parts otherwise', () => {
    expect(() => checkParts(select('network.eth0.1.options'), valueOf)).toThrow(
      '"network.eth0.1.options" has more than three parts, and network has no item "eth0.1".',
    );
  });
});

describe('createTable', () => {
  it('has a column for each field and each item', () => {
    const table = createTable(select('cpu,network.options,uptime'), valueOf);
    expect(table.header).toBe(
      'cpu.user,cpu.count,cpu.name,network.eth0.options,network.eth0.100.options,uptime.seconds',
    );
    expect(table.row()).toBe('70.0,2,x y,"a,b",c,86405');
  });

  it('expands whole lists and keeps to its columns whatever comes and goes', () => {
    const list: { value: PluginValue } = { value: [{ interface_name: 'eth0', bytes_recv: 1 }] };
    const table = createTable(select('network,network.eth1.bytes_recv,cpu.nothing'), ({ name }) =>
      name === 'network' ? list.value : (served[name] ?? null),
    );
    expect(table.header).toBe('network.eth0.interface_name,network.eth0.bytes_recv,cpu.nothing');
    expect(table.row()).toBe('eth0,1,N/A');
    list.value = [
      { interface_name: 'wlan0', bytes_recv: 9, more: true },
      { interface_name: 'eth0', bytes_recv: null },
    ];
    expect(table.row()).toBe('eth0,None,N/A');
    list.value = [];
    expect(table.row()).toBe('N/A,N/A,N/A');
  });
});

describe('exportView', () => {
  it.each<[string, number | null]>([
    ['0:00:00', 0],
    ['23:59:59', 86399],
    ['1 day, 0:00:01', 86401],
    ['12 days, 3:04:05', 1047845],
    ['soon', null],
  ])('uptime %s', (text, seconds) => {
    expect(uptimeSeconds(text)).toBe(seconds);
  });

  it('leaves out what containers say twice, and nothing else', () => {
    const item = { name: 'web', cpu: { total: 1 }, io: {}, memory: {}, network: {}, cpu_percent: 1 };
    expect(exportView('containers', [item])).toEqual([{ name: 'web', cpu_percent: 1 }]);
    expect(exportView('quicklook', item)).toBe(item);
  });
});
