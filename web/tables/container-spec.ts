/** The container table, grouped by pod. */
import type { Container } from '../api/types.ts';
import type { Series } from '../../src/show/display/series.ts';
import { judgedReason } from '../state/reason-for.ts';
import {
  containerColumns,
  containerTie,
  type ContainerTraits,
  imageOf,
  memoryUsed,
} from '../../src/show/display/container-columns.ts';
import { type ContainerRow, endingText } from '../../src/show/display/ended-containers.ts';
import { SILENT } from '../../src/show/display/finding-words.ts';
import { type ChartLink, columnsOf, type Look, type TableSpec } from './column.ts';
import type { ColumnHelp } from './process-columns.ts';
import { t } from '../../src/show/display/language.ts';

/** Percent of the limit; null: no limit. */
export function memoryPercent(row: Container): number | null {
  const used = memoryUsed(row);
  const { memory_limit: limit } = row;
  return used !== null && typeof limit === 'number' && limit > 0 ? (used / limit) * 100 : null;
}

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

const judgedOf = ({ name }: Container, field: string): Series => ({
  plugin: 'containers',
  field,
  item: name,
});

const subOf = (row: ContainerRow, now: number): string =>
  [
    row.pod_name ? t('pod {name}', { name: row.pod_name }) : '',
    endingText(row, now) || row.status,
    imageOf(row),
  ]
    .filter(Boolean)
    .join(' · ');

export function containerSpec(help: ContainerHelp, traits: ContainerTraits): TableSpec<ContainerRow> {
  const { store, show, text, level } = help;
  const isStale = ({ name: item }: Container): boolean =>
    store.verdicts.isStale({ plugin: 'containers', field: 'status', item });
  /** A number with its chart. */
  const amount = (field: string, width: number): Look<ContainerRow> => ({
    width,
    chart: (row) => help.chart(judgedOf(row, field)),
  });
  const rate = (field: string): Look<ContainerRow> => ({ ...amount(field, 88), class: 'rate' });
  const judged = (field: string): Pick<Look<ContainerRow>, 'level' | 'why'> => ({
    level: (row) => level(judgedOf(row, field)),
    why: (row) => judgedReason(store, judgedOf(row, field), text),
  });
  const statusOf = (row: ContainerRow): string => (isStale(row) ? SILENT : row.status);
  return {
    label: t('Containers'),
    columns: columnsOf<ContainerRow>(show, containerColumns(traits), {
      cpu_percent: {
        ...amount('cpu_percent', 64),
        ...judged('cpu_percent'),
        // The full width is its limit.
        bar: ({ cpu_percent: percent, cpu_limit: limit }) =>
          (percent ?? 0) / 100 / (limit && limit > 0 ? limit : 1),
        title: ({ cpu_limit: limit }) => (limit ? t('May use {limit} {limit|core|cores}', { limit }) : ''),
      },
      memory_percent: {
        ...amount('memory_usage', 76),
        ...judged('memory_usage'),
        bar: (row) => (memoryPercent(row) ?? 0) / 100,
        title: (row) =>
          row.memory_limit
            ? t('{used} of {size}', {
                used: text(memoryPercent(row), 'percent'),
                size: text(row.memory_limit, 'bytes'),
              })
            : '',
        sub: (row) => text(memoryPercent(row), 'percent'),
      },
      io_counters: rate('io_rx'),
      io_write: rate('io_wx'),
      net_rx: rate('network_rx'),
      net_tx: rate('network_tx'),
      status: {
        width: 84,
        ...judged('status'),
        level: (row) => (row.ending === undefined ? level(judgedOf(row, 'status')) : null),
        text: statusOf,
        title: statusOf,
        class: 'dim',
      },
      uptime: { width: 78, title: ({ uptime }) => uptime ?? '', class: 'dim' },
      engine: { width: 60, title: ({ engine }) => engine, class: 'dim' },
      pod_name: { width: 110, title: ({ pod_name: pod }) => pod ?? '', class: 'dim' },
      name: {
        width: 'rest',
        least: 0.3,
        tail: (row) => [endingText(row, store.now()), imageOf(row)].filter(Boolean).join(' · '),
        title: (row) => [row.name, endingText(row, store.now()), imageOf(row)].filter(Boolean).join('\n'),
        sub: (row) => subOf(row, store.now()),
        class: 'mono',
      },
    }),
    tie: containerTie,
    standard: 'cpu_percent',
    narrow: ['name', 'cpu_percent', 'memory_percent'],
    keyOf: ({ engine, name }) => (traits.hasEngines ? `${engine}/${name}` : name),
    ...(traits.hasPods && { arrange: podsTogether }),
  };
}
