/** Exported processes: their values, and their identity. */
import type { Scalar } from '../../../core/served.ts';
import { maskCommand } from '../../../core/redact.ts';
import { type Family, type LabelPair, labelSet } from '../../metrics/family.ts';
import type { Point } from '../../metrics/points.ts';
import type { Cycle } from '../exporter.ts';
import type { ResourceGroup } from './groups.ts';

type Values = ReadonlyMap<string, Scalar>;
type Reader = readonly [value: (values: Values) => number | null, ...labels: LabelPair[]];
type Metric = readonly [name: string, type: 'counter' | 'gauge', help: string, ...readers: Reader[]];

const field =
  (name: string, factor = 1) =>
  (values: Values): number | null => {
    const value = values.get(name);
    return typeof value === 'number' ? value * factor : null;
  };

/** From the five numbers of `io_counters`, if known. */
const ioCounter =
  (at: 0 | 1) =>
  (values: Values): number | null => {
    const numbers = String(values.get('io_counters') ?? '').split(' ');
    return numbers[4] === '1' ? Number(numbers[at]) : null;
  };

const METRICS: readonly Metric[] = [
  [
    'process_cpu_time',
    'counter',
    'CPU time it has used.',
    [field('cpu_timesuser'), ['mode', 'user']],
    [field('cpu_timessystem'), ['mode', 'system']],
  ],
  ['process_cpu_utilization', 'gauge', 'Cores it uses.', [field('cpu_percent', 0.01)]],
  ['process_memory_usage', 'gauge', 'Memory it holds resident.', [field('memory_inforss')]],
  ['process_memory_virtual', 'gauge', 'Memory it has mapped.', [field('memory_infovms')]],
  [
    'process_disk_io',
    'counter',
    'Bytes read from and written to storage.',
    [ioCounter(0), ['direction', 'read']],
    [ioCounter(1), ['direction', 'write']],
  ],
  ['process_threads', 'gauge', 'Its threads.', [field('num_threads')]],
];

/** @param hasCommand whether command lines are sent, which may contain secrets */
export const processesIn = (
  points: readonly Point[],
  { time, startOf }: Pick<Cycle, 'time' | 'startOf'>,
  hasCommand: boolean,
): ResourceGroup[] =>
  points
    .filter(({ plugin }) => plugin === 'processlist')
    .map(({ item, fields }) => {
      const values = new Map(fields);
      const pid = item ?? '';
      const start = startOf?.(Number(pid)) ?? null;
      const texts = [
        ['process.creation.time', dateText(start)],
        ['process.executable.name', values.get('name')],
        ['process.owner', values.get('username')],
        ['process.command_line', hasCommand ? maskCommand(String(values.get('cmdline') ?? '')) : null],
      ] as const;
      const resource = [
        ['process.pid', Number(pid)] as const,
        ...texts.flatMap(([name, text]) =>
          typeof text === 'string' && text !== '' ? [[name, text] as const] : [],
        ),
      ];
      return {
        // Process ids are reused.
        key: `process ${pid} ${start ?? ''}`,
        resource,
        ...(start !== null && { start: start * 1000 }),
        families: [...METRICS.map((metric) => familyOf(metric, values, time)), uptimeOf(start, time)],
      };
    });

const uptimeOf = (start: number | null, time: number): Family => ({
  name: 'process_uptime',
  type: 'gauge',
  unit: null,
  help: 'Time since it was started.',
  time,
  samples: start === null ? [] : [{ labels: labelSet([]), value: Math.max(0, time / 1000 - start) }],
});

const dateText = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

function familyOf([name, type, help, ...readers]: Metric, values: Values, time: number): Family {
  const samples = readers.flatMap(([read, ...labels]) => {
    const value = read(values);
    return value === null ? [] : [{ labels: labelSet(labels), value }];
  });
  return { name, type, unit: null, help, time, samples };
}
