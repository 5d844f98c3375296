import { describe, expect, it } from 'vitest';
import { recordedCycles } from '../../../../test/support/export-once.ts';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import { recordedHosts } from '../../../../test/support/recorded-hosts.ts';
import type { LabelPair } from '../../metrics/family.ts';
import type { Point } from '../../metrics/points.ts';
import { planOf } from '../../metrics/plan.ts';
import { plugins } from '../../../measure/plugins/index.ts';
import { MAPPINGS, ownMapping } from './names.ts';
import {
  type Data,
  family,
  groupsOf,
  pairs,
  PROCESS_START,
  type Request,
  requests,
  START,
} from '../../../../test/support/otlp-rig.ts';

/** Points without when they began. */
const valuesOf = (points: readonly object[] = []) =>
  points.map((point) => Object.fromEntries(Object.entries(point).filter(([name]) => name !== 'start')));

describe('what metrics are about', () => {
  it('is a resource per container, with what is known of it', () => {
    const web: LabelPair[] = [
      ['name', 'web'],
      ['engine', 'docker'],
    ];
    const db: LabelPair[] = [
      ['name', 'db'],
      ['engine', 'podman'],
    ];
    const groups = groupsOf({
      families: [
        family('gander_load_min1', 'gauge', [0.5]),
        family('gander_containers', 'info', [1, ...web, ['id', 'abc'], ['image', 'nginx:1']]),
        family('gander_containers_memory_usage_bytes', 'gauge', [1, ...web], [2, ...db]),
        family('gander_containers_limit', 'gauge', [4, ...db]),
      ],
    });
    const container = groups.map(({ resource }) =>
      Object.fromEntries(Object.entries(resource).filter(([name]) => /^(container|host\.name)/.test(name))),
    );
    expect(container).toEqual([
      { 'host.name': 'testhost' },
      {
        'host.name': 'testhost',
        'container.name': 'web',
        'container.runtime.name': 'docker',
        'container.id': 'abc',
        'container.image.name': 'nginx:1',
      },
      { 'host.name': 'testhost', 'container.name': 'db', 'container.runtime.name': 'podman' },
    ]);
    expect(groups.map(({ metrics }) => metrics.map(({ name, points }) => [name, valuesOf(points)]))).toEqual([
      [['system.cpu.load_average.1m', [{ value: 0.5 }]]],
      [['container.memory.usage', [{ value: 1 }]]],
      [
        ['container.memory.usage', [{ value: 2 }]],
        ['gander.containers.limit', [{ value: 4 }]],
      ],
    ]);
  });

  const PROCESS: Point = {
    plugin: 'processlist',
    key: 'pid',
    item: '42',
    fields: [
      ['name', 'nginx'],
      ['username', 'www'],
      ['cmdline', 'nginx --password hunter2'],
      ['cpu_timesuser', 3],
      ['cpu_timessystem', 1.5],
      ['cpu_percent', 150],
      ['memory_inforss', 4096],
      ['io_counters', '10 20 0 0 1'],
      ['num_threads', 2],
    ],
  };

  it('is a resource per process that is exported', () => {
    const [own] = groupsOf({ points: [PROCESS] });
    expect(own?.resource).toMatchObject({
      'process.pid': 42,
      'process.creation.time': '2026-01-02T03:04:05.250Z',
      'process.executable.name': 'nginx',
      'process.owner': 'www',
    });
    expect(own?.resource).not.toHaveProperty('process.command_line');
    const values = own?.metrics.map(({ name, points }) => [name, valuesOf(points)]);
    expect(values).toEqual([
      [
        'process.cpu.time',
        [
          { 'cpu.mode': 'user', value: 3 },
          { 'cpu.mode': 'system', value: 1.5 },
        ],
      ],
      ['process.cpu.utilization', [{ value: 1.5 }]],
      ['process.memory.usage', [{ value: 4096 }]],
      [
        'process.disk.io',
        [
          { 'disk.io.direction': 'read', value: 10 },
          { 'disk.io.direction': 'write', value: 20 },
        ],
      ],
      ['process.thread.count', [{ value: 2 }]],
      ['process.uptime', [{ value: START / 1000 - PROCESS_START }]],
    ]);
  });

  it('has command lines without their secrets, where they are asked for', () => {
    const [own] = groupsOf({ points: [PROCESS] }, { command_line: true });
    expect(own?.resource['process.command_line']).toBe('nginx --password ********');
  });

  it('has no addresses where they are not asked for', () => {
    const [own] = groupsOf({ families: [family('gander_load_min1', 'gauge', [1])] });
    expect(Object.keys(own?.resource ?? {})).not.toContain('host.ip');
  });

  it('is told by plugins too, also in cycles in which they were not read', () => {
    const system: Point = {
      plugin: 'system',
      key: null,
      item: null,
      fields: [
        ['linux_distro', 'Debian 12'],
        ['os_version', '6.1'],
      ],
    };
    const families = [family('gander_load_min1', 'gauge', [1])];
    const both = requests(
      { resource_attributes: new Map([['os.version', 'mine']]) },
      { families, points: [system] },
      { families },
    );
    for (const [request] of both)
      expect(request?.groups[0]?.resource).toMatchObject({ 'os.name': 'Debian 12', 'os.version': 'mine' });
  });
});

it('times of the kernel are those of each core, without what guests used twice', () => {
  const cpu = (number: string, mode: string, value: number): [number, ...LabelPair[]] => [
    value,
    ['cpu', number],
    ['mode', mode],
  ];
  const [own] = groupsOf({
    kernel: [
      family(
        'node_cpu_seconds',
        'counter',
        cpu('0', 'user', 10),
        cpu('1', 'user', 5),
        cpu('0', 'irq', 1),
        cpu('0', 'softirq', 2),
      ),
      family('node_cpu_guest_seconds', 'counter', cpu('1', 'user', 4)),
      family('node_vmstat_pswpin', 'unknown', [7]),
      family('node_intr', 'counter', [1]),
      family('node_cpu_scaling_frequency_hertz', 'gauge', [8e8, ['cpu', '3']]),
    ],
  });
  expect(own?.metrics.map(({ name, points }) => [name, valuesOf(points)])).toEqual([
    [
      'system.cpu.time',
      [
        { 'cpu.logical_number': 0, 'cpu.mode': 'user', value: 10 },
        { 'cpu.logical_number': 1, 'cpu.mode': 'user', value: 1 },
        { 'cpu.logical_number': 0, 'cpu.mode': 'interrupt', value: 3 },
      ],
    ],
    [
      'system.paging.operations',
      [{ 'system.paging.direction': 'in', 'system.paging.fault.type': 'major', value: 7 }],
    ],
    ['system.cpu.frequency', [{ 'cpu.logical_number': 3, value: 8e8 }]],
  ]);
});

describe('states', () => {
  const metricsOf = (...families: ReturnType<typeof family>[]) => {
    const [own] = groupsOf({ families });
    return Object.fromEntries(own?.metrics.map(({ name, points }) => [name, valuesOf(points)]) ?? []);
  };
  const inMemory = (state: string, value: number) => ({ 'system.memory.state': state, value });

  it('of memory and file systems add up to the whole', () => {
    const root: LabelPair[] = [
      ['mountpoint', '/'],
      ['device', '/dev/sda1'],
    ];
    const found = metricsOf(
      family('gander_mem_total_bytes', 'gauge', [100]),
      family('gander_mem_used_bytes', 'gauge', [60]),
      family('gander_mem_used_ratio', 'gauge', [0.6]),
      family('gander_mem_free_bytes', 'gauge', [20]),
      family('gander_mem_cached_bytes', 'gauge', [25]),
      family('gander_mem_buffers_bytes', 'gauge', [5]),
      family('gander_fs_size_bytes', 'gauge', [1000, ...root]),
      family('gander_fs_used_bytes', 'gauge', [500, ...root]),
      family('gander_fs_free_bytes', 'gauge', [450, ...root]),
    );
    expect(found['system.memory.usage']).toEqual([
      inMemory('free', 20),
      inMemory('cached', 25),
      inMemory('buffers', 5),
      inMemory('used', 50),
    ]);
    expect(found['system.memory.utilization']).toContainEqual(inMemory('used', 0.5));
    expect(found['system.memory.limit']).toEqual([{ value: 100 }]);
    const place = { 'system.filesystem.mountpoint': '/', 'system.device': '/dev/sda1' };
    expect(found['system.filesystem.utilization']).toEqual([
      { ...place, 'system.filesystem.state': 'used', value: 0.5 },
      { ...place, 'system.filesystem.state': 'free', value: 0.45 },
      { ...place, 'system.filesystem.state': 'reserved', value: 0.05 },
    ]);
  });

  it('are not made without the whole', () => {
    expect(metricsOf(family('gander_memswap_used_ratio', 'gauge', [0.5]))).toEqual({
      'gander.memswap.utilization': [{ value: 0.5 }],
    });
  });

  it('of cores have all interrupts', () => {
    const core: LabelPair = ['cpu', '1'];
    const found = metricsOf(
      family('gander_percpu_irq_ratio', 'gauge', [0.25, core]),
      family('gander_percpu_softirq_ratio', 'gauge', [0.5, core]),
    );
    expect(found).toEqual({
      'system.cpu.utilization': [{ 'cpu.logical_number': 1, 'cpu.mode': 'interrupt', value: 0.75 }],
    });
  });

  it('of connections have their names', () => {
    const state = (word: string): [number, LabelPair] => [1, ['state', word]];
    const { [`system.network.connection.count`]: points } = metricsOf(
      family(
        'gander_connections',
        'gauge',
        state('fin_wait1'),
        state('syn_recv'),
        state('close'),
        state('listen'),
      ),
    );
    expect(points?.map((point) => (point as Record<string, unknown>)['network.connection.state'])).toEqual([
      'fin_wait_1',
      'syn_received',
      'closed',
      'listen',
    ]);
  });
});

describe('every point has an identity of its own', () => {
  it.each(recordedHosts())('%s', async (name) => {
    const exporter = exporterNamed('otlp');
    const options = { protocol: 'http/json', compression: 'none' };
    const cycle = (await recordedCycles(name))(exporter, START);
    const requested = exporter
      .encoder(openingOf(exporter, options))(cycle)
      .flatMap(({ bytes }) => (JSON.parse(Buffer.from(bytes).toString('utf8')) as Request).resourceMetrics);
    const identities = requested.flatMap(({ resource, scopeMetrics }) =>
      scopeMetrics.flatMap(({ metrics }) =>
        metrics.flatMap(({ name: metric, sum, gauge }) =>
          (sum ?? gauge)!.dataPoints.map(({ attributes }) => identityOf(resource, metric, attributes)),
        ),
      ),
    );
    expect(identities.length).toBeGreaterThan(10);
    expect(duplicates(identities)).toEqual([]);
    // One name has one unit and one kind, whatever it is about.
    const forms = requested.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap(({ metrics }) =>
        metrics.map(({ name: metric, unit, sum }) => `${metric} ${unit} ${sum?.isMonotonic}`),
      ),
    );
    expect(duplicates([...new Set(forms)].map((form) => form.split(' ')[0]!))).toEqual([]);
  });

  it('also of values that no recorded host has', () => {
    const families = plugins.flatMap((plugin) => {
      const { readers = [], nested = null } = planOf(plugin) ?? {};
      return [...readers, ...(nested?.readers ?? [])].map(({ descriptor: { name, unit } }) => ({
        name,
        unit,
      }));
    });
    const names = new Map(families.map(({ name, unit }) => [name, unit]));
    const identities = [...names].map(([name, unit]) => {
      const { name: own, fixed = {}, labels = {} } = MAPPINGS.get(name) ?? ownMapping(name, unit);
      return JSON.stringify([own, fixed, labels]);
    });
    expect(identities.length).toBeGreaterThan(100);
    expect(duplicates(identities)).toEqual([]);
  });

  type Attributes = Data['dataPoints'][number]['attributes'];
  const identityOf = (resource: { attributes: Attributes }, metric: string, attributes: Attributes): string =>
    JSON.stringify([sorted(resource.attributes), metric, sorted(attributes)]);
  const sorted = (attributes: Attributes) =>
    Object.entries(pairs(attributes)).sort(([a], [b]) => (a < b ? -1 : 1));
  const duplicates = (texts: readonly string[]): string[] =>
    texts.filter((text, index) => texts.indexOf(text) !== index);
});

it('a request has so many points at most, and its resource', () => {
  const families = Array.from({ length: 50 }, (_, index) =>
    family(
      `gander_x_${index}`,
      'gauge',
      ...Array.from({ length: 90 }, (_, item): [number, LabelPair] => [item, ['item', String(item)]]),
    ),
  );
  const [parts = []] = requests({}, { families });
  expect(parts.map(({ samples }) => samples)).toEqual([1980, 1980, 540]);
  expect(parts.map(({ groups }) => groups.map(({ resource }) => resource['host.name']))).toEqual([
    ['testhost'],
    ['testhost'],
    ['testhost'],
  ]);
});
