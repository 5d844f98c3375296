/** Columns of containers and virtual machines. */
import { type ContainerRow, endedLast } from './ended-containers.ts';
import type { Container, VirtualMachine } from './snapshots.ts';
import { amountColumn, percentColumn, type TableColumn, textColumn } from './table-column.ts';

/** Memory without the reclaimable page cache. */
export const memoryUsed = ({
  memory_usage: usage,
  memory_inactive_file: inactive,
}: Container): number | null => (typeof usage === 'number' ? usage - (inactive ?? 0) : null);

export const imageOf = ({ image }: Container): string => [image ?? ''].flat().join(', ');

/** Useful columns: without those that have the same value everywhere. */
export interface ContainerTraits {
  readonly hasEngines: boolean;
  readonly hasPods: boolean;
}

export const containerTraits = (rows: readonly Container[]): ContainerTraits => ({
  hasEngines: new Set(rows.map(({ engine }) => engine)).size > 1,
  hasPods: rows.some(({ pod_name: pod }) => Boolean(pod)),
});

export const containerColumns = ({
  hasEngines,
  hasPods,
}: ContainerTraits): readonly TableColumn<ContainerRow>[] =>
  endedLast<TableColumn<ContainerRow>>([
    percentColumn(
      { key: 'cpu_percent', heading: 'CPU %', short: 'CPU%', hint: 'CPU: 100 % is one core', keep: 0 },
      ({ cpu_percent: percent }) => percent,
    ),
    amountColumn(
      {
        key: 'memory_percent',
        heading: 'Memory',
        short: 'MEM',
        hint: 'Memory without cached files',
        keep: 0,
        kind: 'bytes',
      },
      memoryUsed,
    ),
    amountColumn(
      {
        key: 'io_counters',
        heading: 'Read',
        short: 'R/s',
        hint: 'Read from storage',
        keep: 5,
        kind: 'byteRate',
      },
      ({ io_rx: rate }) => rate,
    ),
    amountColumn(
      {
        key: 'io_write',
        heading: 'Write',
        short: 'W/s',
        hint: 'Written to storage',
        keep: 5,
        kind: 'byteRate',
      },
      ({ io_wx: rate }) => rate,
    ),
    amountColumn(
      {
        key: 'net_rx',
        heading: 'In',
        short: 'in/s',
        hint: 'Received from the network',
        keep: 4,
        kind: 'netRate',
      },
      ({ network_rx: rate }) => rate,
    ),
    amountColumn(
      {
        key: 'net_tx',
        heading: 'Out',
        short: 'out/s',
        hint: 'Sent to the network',
        keep: 4,
        kind: 'netRate',
      },
      ({ network_tx: rate }) => rate,
    ),
    {
      ...textColumn<ContainerRow>(
        { key: 'status', heading: 'State', short: 'STATE', hint: 'State', keep: 1 },
        ({ status }) => status,
      ),
      isZero: ({ status }) => status !== 'running' && status !== 'healthy',
    },
    textColumn(
      { key: 'uptime', heading: 'Up', short: 'UP', hint: 'Since when it runs', keep: 6 },
      ({ uptime }) => uptime,
    ),
    ...(hasEngines
      ? [
          textColumn<ContainerRow>(
            { key: 'engine', heading: 'Engine', short: 'ENGINE', hint: 'Engine', keep: 7 },
            ({ engine }) => engine,
          ),
        ]
      : []),
    ...(hasPods
      ? [
          textColumn<ContainerRow>(
            { key: 'pod_name', heading: 'Pod', short: 'POD', hint: 'Pod', keep: 2 },
            ({ pod_name: pod }) => pod ?? '',
          ),
        ]
      : []),
    {
      ...textColumn<ContainerRow>(
        { key: 'name', heading: 'Name', hint: 'Name, and the image it was made from', keep: 0 },
        ({ name }) => name,
      ),
      isZero: ({ ending }) => ending !== undefined,
    },
  ]);

/** Recently ended ones first, then those with the most memory. */
export const containerTie = (row: ContainerRow): number | null => row.ending?.ended ?? memoryUsed(row);

/** Percent of one core; null: unknown. */
export const machineCpu = ({ cpu_time_rate_per_sec: rate }: VirtualMachine): number | null => rate ?? null;

export const MACHINE_COLUMNS: readonly TableColumn<VirtualMachine>[] = [
  percentColumn(
    { key: 'cpu_percent', heading: 'CPU %', short: 'CPU%', hint: 'CPU: 100 % is one core', keep: 0 },
    machineCpu,
  ),
  amountColumn(
    { key: 'memory_percent', heading: 'Memory', short: 'MEM', hint: 'Memory in use', keep: 0, kind: 'bytes' },
    ({ memory_usage: used }) => used,
  ),
  amountColumn(
    { key: 'load_1min', heading: 'Load', short: 'LOAD', hint: 'Load over one minute', keep: 3, kind: 'load' },
    ({ load_1min: load }) => load,
  ),
  amountColumn(
    { key: 'cpu_count', heading: 'Cores', short: 'CORES', hint: 'Cores', keep: 2 },
    ({ cpu_count: cores }) => cores,
  ),
  {
    ...textColumn<VirtualMachine>(
      { key: 'status', heading: 'State', short: 'STATE', hint: 'State', keep: 1 },
      ({ status }) => status,
    ),
    isZero: ({ status }) => status !== 'running',
  },
  textColumn(
    { key: 'engine', heading: 'Engine', short: 'ENGINE', hint: 'Engine', keep: 5 },
    ({ engine }) => engine,
  ),
  textColumn(
    { key: 'ipv4', heading: 'Address', short: 'ADDRESS', hint: 'Address', keep: 4 },
    ({ ipv4 }) => ipv4,
  ),
  textColumn(
    { key: 'name', heading: 'Name', hint: 'Name, and the system it runs', keep: 0 },
    ({ name }) => name,
  ),
];
