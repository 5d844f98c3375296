/** The container table, grouped by pod. */
import type { Container } from '../api/types.ts';
import type { Series } from '../../src/show/display/series.ts';
import { reasonFor } from '../state/reason-for.ts';
import type { Kind } from '../../src/show/display/units.ts';
import { type ContainerRow, endedLast, endingText } from '../../src/show/display/ended-containers.ts';
import { SILENT } from '../../src/show/display/finding-words.ts';
import type { ChartLink, Column, TableSpec } from './column.ts';
import type { ColumnHelp } from './process-columns.ts';
import { t } from '../../src/show/display/language.ts';

/** Memory without the reclaimable page cache. */
export const memoryUsed = ({
  memory_usage: usage,
  memory_inactive_file: inactive,
}: Container): number | null => (typeof usage === 'number' ? usage - (inactive ?? 0) : null);

/** Percent of the limit; null: no limit. */
export function memoryPercent(row: Container): number | null {
  const used = memoryUsed(row);
  const { memory_limit: limit } = row;
  return used !== null && typeof limit === 'number' && limit > 0 ? (used / limit) * 100 : null;
}

export const imageOf = ({ image }: Container): string => [image ?? ''].flat().join(', ');

const isRunning = ({ status }: Container): boolean => status === 'running' || status === 'healthy';

/** Keeps containers of a pod together. */
export function podsTogether<Row extends Container>(rows: readonly Row[]): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = row.pod_name ? `pod ${row.pod_name}` : `container ${row.engine} ${row.name}`;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [row]);
    else members.push(row);
  }
  return [...groups.values()].flat();
}

export interface ContainerHelp extends ColumnHelp {
  /** Link to a series' chart. */
  chart(series: Series): ChartLink;
}

function amount(
  help: ContainerHelp,
  kind: Kind,
  column: Pick<Column<Container>, 'key' | 'heading' | 'hint' | 'keep'>,
  value: (row: Container) => number | null | undefined,
  field: string,
): Column<Container> {
  return {
    ...column,
    chart: (row) => help.chart(judgedOf(row, field)),
    width: kind === 'bytes' ? 76 : 88,
    align: 'right',
    sort: value,
    text: (row) => help.show(value(row), kind),
    isZero: (row) => (value(row) ?? 0) === 0,
    class: kind === 'bytes' ? '' : 'rate',
  };
}

const words = (
  column: Pick<Column<Container>, 'key' | 'heading' | 'hint' | 'keep' | 'width'>,
  value: (row: Container) => string | null | undefined,
): Column<Container> => ({
  ...column,
  sort: value,
  first: 'asc',
  text: value,
  title: (row) => value(row) ?? '',
  class: 'dim',
});

const judgedOf = ({ name }: Container, field: string): Series => ({
  plugin: 'containers',
  field,
  item: name,
});

function usageColumns(help: ContainerHelp): Column<Container>[] {
  const { show, text, level } = help;
  return [
    {
      key: 'cpu_percent',
      heading: 'CPU %',
      hint: 'CPU: 100 % is one core',
      width: 64,
      align: 'right',
      keep: 0,
      sort: ({ cpu_percent: percent }) => percent,
      text: ({ cpu_percent: percent }) => show(percent, 'percent').digits,
      isZero: ({ cpu_percent: percent }) => !((percent ?? 0) >= 0.05),
      chart: (row) => help.chart(judgedOf(row, 'cpu_percent')),
      // The full width is its limit.
      bar: ({ cpu_percent: percent, cpu_limit: limit }) =>
        (percent ?? 0) / 100 / (limit && limit > 0 ? limit : 1),
      level: (row) => level(judgedOf(row, 'cpu_percent')),
      why: (row) => reasonFor(help.store, judgedOf(row, 'cpu_percent'), text),
      title: ({ cpu_limit: limit }) => (limit ? t('May use {limit} {limit|core|cores}', { limit }) : ''),
    },
    {
      ...amount(
        help,
        'bytes',
        { key: 'memory_percent', heading: 'Memory', hint: 'Memory without cached files', keep: 0 },
        memoryUsed,
        'memory_usage',
      ),
      bar: (row) => (memoryPercent(row) ?? 0) / 100,
      level: (row) => level(judgedOf(row, 'memory_usage')),
      why: (row) => reasonFor(help.store, judgedOf(row, 'memory_usage'), text),
      title: (row) =>
        row.memory_limit
          ? t('{used} of {size}', {
              used: text(memoryPercent(row), 'percent'),
              size: text(row.memory_limit, 'bytes'),
            })
          : '',
      sub: (row) => text(memoryPercent(row), 'percent'),
    },
  ];
}

const subOf = (row: ContainerRow, now: number): string =>
  [row.pod_name ? `pod ${row.pod_name}` : '', endingText(row, now) || row.status, imageOf(row)]
    .filter(Boolean)
    .join(' · ');

/** Useful columns: without those that have the same value everywhere. */
export interface ContainerTraits {
  hasEngines: boolean;
  hasPods: boolean;
}

export function containerSpec(
  help: ContainerHelp,
  { hasEngines, hasPods }: ContainerTraits,
): TableSpec<ContainerRow> {
  const { store } = help;
  const isStale = ({ name: item }: Container): boolean =>
    store.verdicts.isStale({ plugin: 'containers', field: 'status', item });
  return {
    label: t('Containers'),
    columns: endedLast<Column<ContainerRow>>([
      ...usageColumns(help),
      amount(
        help,
        'byteRate',
        { key: 'io_counters', heading: 'Read', hint: 'Read from storage', keep: 5 },
        ({ io_rx: rate }) => rate,
        'io_rx',
      ),
      amount(
        help,
        'byteRate',
        { key: 'io_write', heading: 'Write', hint: 'Written to storage', keep: 5 },
        ({ io_wx: rate }) => rate,
        'io_wx',
      ),
      amount(
        help,
        'netRate',
        { key: 'net_rx', heading: 'In', hint: 'Received from the network', keep: 4 },
        ({ network_rx: rate }) => rate,
        'network_rx',
      ),
      amount(
        help,
        'netRate',
        { key: 'net_tx', heading: 'Out', hint: 'Sent to the network', keep: 4 },
        ({ network_tx: rate }) => rate,
        'network_tx',
      ),
      {
        ...words({ key: 'status', heading: 'State', hint: 'State', width: 84, keep: 1 }, (row) =>
          isStale(row) ? SILENT : row.status,
        ),
        level: (row) => (row.ending === undefined ? help.level(judgedOf(row, 'status')) : null),
        why: (row) => reasonFor(store, judgedOf(row, 'status'), help.text),
        isZero: (row) => !isRunning(row),
      },
      words(
        { key: 'uptime', heading: 'Up', hint: 'Since when it runs', width: 78, keep: 6 },
        ({ uptime }) => uptime,
      ),
      ...(hasEngines
        ? [
            words(
              { key: 'engine', heading: 'Engine', hint: 'Engine', width: 60, keep: 7 },
              ({ engine }) => engine,
            ),
          ]
        : []),
      ...(hasPods
        ? [
            words(
              { key: 'pod_name', heading: 'Pod', hint: 'Pod', width: 110, keep: 2 },
              ({ pod_name: pod }) => pod ?? '',
            ),
          ]
        : []),
      {
        key: 'name',
        heading: 'Name',
        hint: 'Name, and the image it was made from',
        width: 'rest',
        keep: 0,
        sort: ({ name }) => name,
        first: 'asc',
        text: ({ name }) => name,
        tail: (row) => [endingText(row, store.now()), imageOf(row)].filter(Boolean).join(' · '),
        title: (row) => [row.name, endingText(row, store.now()), imageOf(row)].filter(Boolean).join('\n'),
        sub: (row) => subOf(row, store.now()),
        isZero: ({ ending }) => ending !== undefined,
        class: 'mono',
      },
    ]),
    tie: (row) => row.ending?.ended ?? memoryUsed(row),
    standard: 'cpu_percent',
    narrow: ['name', 'cpu_percent', 'memory_percent'],
    keyOf: ({ engine, name }) => (hasEngines ? `${engine}/${name}` : name),
    ...(hasPods && { arrange: podsTogether }),
  };
}
