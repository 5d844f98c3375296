import { expect, it } from 'vitest';
import type { LabelPair } from '../../metrics/family.ts';
import type { Point } from '../../metrics/points.ts';
import { family, MINUTE, PROCESS_START, requests, START } from '../../../../test/support/otlp-rig.ts';

/** Minutes after the first cycle at which the points of each cycle's first metric began. */
const startsOf = (cycles: ReturnType<typeof requests>) =>
  cycles.map(([request]) =>
    request?.groups[0]?.metrics[0]?.points?.map(({ start }) => (start < 0 ? 'before' : start / MINUTE)),
  );

it('a counter says when it began: at boot, at the cycle before it came, or at its last point before it fell', () => {
  const bytes = (...values: (readonly [string, number])[]) => ({
    families: [
      family(
        'gander_network_recv_bytes',
        'counter',
        ...values.map(([name, value]): [number, LabelPair] => [value, ['interface', name]]),
      ),
    ],
  });
  const cycles = requests(
    {},
    {},
    bytes(['a', 5]),
    bytes(['a', 6], ['b', 9]),
    bytes(['a', 7], ['b', 3]),
    bytes(['b', 4]),
    // It was missing and has continued counting.
    bytes(['a', 8], ['b', 5]),
  );
  expect(startsOf(cycles)).toEqual([undefined, ['before'], ['before', 1], ['before', 2], [2], ['before', 2]]);
});

it('counters of the host begin when the kernel says that it was started', () => {
  const boot = START / 1000 - 5000;
  const [request] = requests(
    {},
    {
      families: [family('gander_network_recv_bytes', 'counter', [1])],
      kernel: [family('node_boot_time_seconds', 'gauge', [boot])],
    },
  );
  expect(request?.[0]?.groups[0]?.metrics[0]?.points?.[0]?.start).toBe(-5_000_000);
});

it('counters of the agent begin with it', () => {
  const families = ['gander_program_cpu_seconds', 'gander_exporter_sent_samples', 'process_cpu_seconds'];
  const [request] = requests({}, { families: families.map((name) => family(name, 'counter', [1])) });
  const agent = Date.now() - process.uptime() * 1000;
  for (const { name, points } of request?.[0]?.groups[0]?.metrics ?? [])
    expect(Math.abs((points?.[0]?.start ?? 0) + START - agent), name).toBeLessThan(60_000);
});

it('counters of a process begin with it, and those of containers with the host until one comes later', () => {
  const process = (pid: string): Point => ({
    plugin: 'processlist',
    key: 'pid',
    item: pid,
    fields: [
      ['cpu_timesuser', 3],
      ['num_threads', 1],
    ],
  });
  const container = (name: string): [number, ...LabelPair[]] => [7, ['name', name], ['engine', 'docker']];
  const containers = (...names: string[]) =>
    family('gander_containers_disk_read_bytes', 'counter', ...names.map(container));
  const both = requests(
    {},
    { families: [containers('web')], points: [process('42')] },
    { families: [containers('web', 'db')], points: [process('42')] },
  );
  const found = both.map(([request]) =>
    request?.groups.map(({ resource, metrics }) => [
      resource['container.name'] ?? resource['process.pid'],
      ...metrics.flatMap(({ name, points = [] }) =>
        name === 'process.uptime' ? [] : points.map(({ start }) => start),
      ),
    ]),
  );
  const start = PROCESS_START * 1000 - START;
  const boot = expect.any(Number) as number;
  expect(found).toEqual([
    [
      ['web', boot],
      [42, start, start],
    ],
    [
      ['web', boot],
      ['db', 0],
      [42, start, start],
    ],
  ]);
  expect(found[0]?.[0]?.[1]).toBeLessThan(0);
  expect(found[1]?.[0]?.[1]).toBe(found[0]?.[0]?.[1]);
});
