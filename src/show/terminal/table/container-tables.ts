/** Containers and virtual machines. */
import { type ContainerRow, containerRows, endedLast, endingText } from '../../display/ended-containers.ts';
import type { Container, VirtualMachine } from '../../display/snapshots.ts';
import { DIM, FAINT, levelStyle, TEXT, type Ui } from '../state/ui.ts';
import { absenceOf } from '../state/absence.ts';
import type { Column, Table } from './column.ts';
import { short } from './process-columns.ts';
import { t } from '../../display/language.ts';

/** Memory without the cache of files, which is given back when it is needed. */
const memoryUsed = ({ memory_usage: usage, memory_inactive_file: inactive }: Container): number | null =>
  typeof usage === 'number' ? usage - (inactive ?? 0) : null;

type Amount = number | null | undefined;

const number = <T>(
  column: Pick<Column<T>, 'key' | 'heading' | 'keep'>,
  value: (row: T) => Amount,
  text: (value: Amount) => string,
): Column<T> => ({
  ...column,
  width: 6,
  align: 'right',
  sort: value,
  first: 'desc',
  text: (row) => text(value(row)),
  style: (row) => ((value(row) ?? 0) === 0 ? FAINT : TEXT),
});

const words = <T>(
  column: Pick<Column<T>, 'key' | 'heading' | 'keep' | 'width'>,
  value: (row: T) => string,
): Column<T> => ({ ...column, align: 'left', sort: value, first: 'asc', text: value, style: () => DIM });

export function containerTable(ui: Ui): Table<ContainerRow> {
  const now = ui.source.now();
  const level = (field: string) => (row: ContainerRow) =>
    row.ending === undefined ? levelStyle(ui.level('containers', field, row.name), TEXT) : FAINT;
  const percent = (value: Amount): string => ui.show(value, 'percent').digits;
  const bytes = (value: Amount): string => short(ui, value, 'bytes');
  const net = (value: Amount): string => short(ui, value, 'netRate');
  return {
    rows: containerRows(ui.source.latest('containers') ?? [], ui.source.latest('containerstates') ?? [], now),
    columns: endedLast<Column<ContainerRow>>([
      {
        ...number<ContainerRow>(
          { key: 'cpu_percent', heading: 'CPU%', keep: 0 },
          (row) => row.cpu_percent,
          percent,
        ),
        style: level('cpu_percent'),
      },
      {
        ...number<ContainerRow>({ key: 'memory_percent', heading: 'MEM', keep: 0 }, memoryUsed, bytes),
        style: level('memory_usage'),
      },
      {
        ...words<ContainerRow>({ key: 'status', heading: 'STATE', keep: 1, width: 9 }, (row) => row.status),
        style: level('status'),
      },
      number({ key: 'io_counters', heading: 'R/s', keep: 4 }, (row) => row.io_rx, bytes),
      number({ key: 'io_write', heading: 'W/s', keep: 4 }, (row) => row.io_wx, bytes),
      number({ key: 'net_rx', heading: 'in/s', keep: 3 }, (row) => row.network_rx, net),
      number({ key: 'net_tx', heading: 'out/s', keep: 3 }, (row) => row.network_tx, net),
      words({ key: 'uptime', heading: 'UP', keep: 5, width: 10 }, (row) => row.uptime ?? ''),
      words({ key: 'engine', heading: 'ENGINE', keep: 6, width: 7 }, (row) => row.engine),
      {
        ...words<ContainerRow>({ key: 'name', heading: t('Name'), keep: 0, width: 0 }, (row) =>
          [row.name, endingText(row, now), imageOf(row)].filter(Boolean).join('  '),
        ),
        sort: (row) => row.name,
        style: (row) => (row.ending === undefined ? DIM : FAINT),
      },
    ]),
    orders: {},
    look: null,
    tie: (row) => row.ending?.ended ?? memoryUsed(row),
    keyOf: ({ engine, name }) => `${engine}/${name}`,
    absence: () => absenceOf(ui, 'containers', t('No container runs here.')),
  };
}

const imageOf = ({ image }: Container): string => [image ?? ''].flat().join(', ');

export function vmTable(ui: Ui): Table<VirtualMachine> {
  return {
    rows: ui.source.latest('vms') ?? [],
    columns: [
      number(
        { key: 'memory_percent', heading: 'MEM', keep: 0 },
        (row) => row.memory_usage,
        (value) => short(ui, value, 'bytes'),
      ),
      number(
        { key: 'cpu_count', heading: 'CORES', keep: 2 },
        (row) => row.cpu_count,
        (value) => String(value ?? ''),
      ),
      number(
        { key: 'load_1min', heading: 'LOAD', keep: 3 },
        (row) => row.load_1min,
        (value) => ui.show(value, 'load').digits,
      ),
      words({ key: 'status', heading: 'STATE', keep: 1, width: 9 }, (row) => row.status ?? ''),
      words({ key: 'engine', heading: 'ENGINE', keep: 5, width: 9 }, (row) => row.engine ?? ''),
      words({ key: 'ipv4', heading: 'ADDRESS', keep: 4, width: 15 }, (row) => row.ipv4 ?? ''),
      words({ key: 'name', heading: t('Name'), keep: 0, width: 0 }, (row) => row.name),
    ],
    orders: {},
    look: null,
    tie: ({ memory_usage: memory }) => memory ?? null,
    keyOf: ({ engine, name }) => `${engine}/${name}`,
    absence: () => absenceOf(ui, 'vms', t('No virtual machine runs here.')),
  };
}
