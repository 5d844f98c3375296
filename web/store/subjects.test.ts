import type { PluginValue } from '../../src/core/served.ts';
import { describe, expect, it } from 'vitest';
import { createJudge } from '../../src/measure/levels/judge.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { shownVerdict } from '../../src/measure/levels/series.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createVerdicts } from './verdicts.ts';
import { seriesId } from '../../src/core/series-name.ts';
import { labelOfEvent, subjectOf } from '../../src/show/display/subjects.ts';

const SNAPSHOTS: Record<string, PluginValue> = {
  cpu: { total: 5 },
  fs: [
    { key: 'mnt_point', mnt_point: '/' },
    { key: 'mnt_point', mnt_point: '/Home' },
  ],
  gpu: [
    { key: 'gpu_id', gpu_id: 'amd0', temperature: 50 },
    { key: 'gpu_id', gpu_id: 'amd1', temperature: 50 },
  ],
  load: { min5: 1, min15: 1 },
  mem: { percent: 5 },
  memswap: { percent: 5 },
  network: [{ key: 'interface_name', interface_name: 'eth0' }],
  raid: { md127: { status: 'active' } },
  sensors: [{ key: 'label', label: 'Core 0', type: 'temperature_core' }],
};

/** As the agent judges them. */
const verdicts = createVerdicts();
verdicts.take(
  Object.fromEntries(
    plugins.map((plugin) => [
      plugin.name,
      createJudge(
        plugin,
        limitsOf(plugin, { section: {}, historySize: 1, cores: 1 }),
      )(SNAPSHOTS[plugin.name] ?? null).map(shownVerdict),
    ]),
  ),
);

const of = (type: string) => {
  const { label, series, compared } = subjectOf({ type }, verdicts, (name) => SNAPSHOTS[name] ?? null);
  return [label, series && seriesId(series), compared && `${compared.kind} ${compared.of}`.trim()];
};

describe('what an event is about', () => {
  it.each([
    ['CPU_TOTAL', 'CPU', 'cpu/total', 'percent'],
    ['MEM', 'Memory', 'mem/percent', 'percent'],
    ['MEMSWAP', 'Swap', 'memswap/percent', 'percent'],
    ['LOAD', 'Load over 15 min', 'load/min15', 'load per core'],
    ['FS_/HOME', '/Home', 'fs//Home_percent', 'percent'],
    [
      'NETWORK_ETH0_RX',
      'Network eth0 received',
      'network/eth0_bytes_recv_rate_per_sec',
      'percent of the link speed',
    ],
    ['SENSORS_TEMPERATURE_CORE_CORE 0', 'Sensor Core 0', 'sensors/Core 0_value', 'celsius'],
    ['GPU_TEMPERATURE', 'GPU temperature', 'gpu/amd1_temperature', 'celsius'],
    ['RAID_MD127', 'RAID md127', null, null],
    ['FS_/GONE', '/gone', null, null],
    ['NETWORK_ETH9_RX', 'Network eth9 rx', null, null],
    ['SOMETHING_ELSE', 'SOMETHING_ELSE', null, null],
    ['RAID_DEGRADED_MD127', 'md127: RAID degraded', null, null],
    ['FS_FULL_/HOME', '/home: file system full', null, null],
    ['OOM_KILL_PYTHON3', 'python3: out-of-memory kill', null, null],
    ['REBOOT', 'Reboot', null, null],
  ])('%s', (type, ...expected) => {
    expect(of(type)).toEqual(expected);
  });
});

it('has the item of an alert kind as its agent names it, also of a kind that is unknown here', () => {
  const label = (kind: string, subject: string | null): string =>
    subjectOf({ type: `${kind}_X`, kind, subject }, verdicts, () => null).label;
  expect(label('DISK_FAILING', 'nvme0')).toBe('nvme0: disk failing');
  expect(label('FUTURE_KIND', 'Web 1')).toBe('Web 1: future kind');
});

it.each([
  ['CPU_TOTAL', 'CPU'],
  ['LOAD', 'Load over 15 min'],
  ['MEMSWAP', 'Swap'],
  ['FS_/HOME', '/home'],
  ['SOMETHING_ELSE', 'SOMETHING_ELSE'],
  ['CONTAINER_DOWN_WEB', 'web: container down'],
])('%s is %s without verdicts', (type, label) => {
  expect(labelOfEvent({ type })).toBe(label);
});
