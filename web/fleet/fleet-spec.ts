/** The server list as a table: columns, orders, priorities. */
import { localReason } from '../../src/show/display/said-words.ts';
import type { Column, TableSpec } from '../tables/column.ts';
import type { SortValue } from '../../src/show/display/order.ts';
import { showMoment, showSpan } from '../../src/show/display/durations.ts';
import type { UnitChoice } from '../../src/show/display/units.ts';
import { grouped, type Line } from './lines.ts';
import {
  addressOf,
  badnessOf,
  levelOfValue,
  nameOf,
  placeOf,
  statusWords,
} from '../../src/show/display/servers.ts';
import { isAnswering } from '../../src/core/server-status.ts';
import type { FleetColumn, Server } from '../api/servers.ts';
import { headingOf, hintOf, showValue } from '../../src/show/display/server-columns.ts';
import { ALL_WITHIN_LIMITS } from '../../src/show/display/machine-verdict.ts';
import { isSpoken, type Phrase, t } from '../../src/show/display/language.ts';

export interface ShownColumn extends FleetColumn {
  readonly isNumeric: boolean;
}

export interface SpecSetup {
  readonly columns: readonly ShownColumn[];
  readonly units: UnitChoice;
  readonly hasTags: boolean;
  /** Rows have two lines. */
  readonly isNarrow: boolean;
  /** Reference time of ages, on the clock of `receivedAt`. */
  now(): number;
  /** Unix milliseconds on the hub's clock. */
  hubTime(): number;
}

/** Of servers; headings have none. */
const of =
  <T>(read: (server: Server) => T) =>
  ({ server }: Line): T | null =>
    server === null ? null : read(server);
const textOf =
  (read: (server: Server) => string) =>
  ({ server }: Line): string =>
    server === null ? '' : read(server);

/** Seconds since the last reply; null: none yet. */
export const ageOf = ({ age, receivedAt }: Server, now: number): number | null =>
  age === null ? null : Math.max(0, age + (now - receivedAt) / 1000);

const sortable = (value: unknown): SortValue =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : typeof value === 'boolean'
      ? Number(value)
      : null;

function valueColumn(column: ShownColumn, at: number, { units, isNarrow }: SpecSetup): Column<Line> {
  const { key, isNumeric } = column;
  const read = of((server) => (isAnswering(server) ? server.values[key] : undefined));
  return {
    key,
    // Already in the reader's language, as far as fields have translations.
    heading: headingOf(column) as Phrase,
    hint: hintOf(column) as Phrase,
    width: isNumeric ? (isNarrow ? 72 : 136) : 170,
    ...(isNumeric && { align: 'right' as const }),
    // Numbers before texts; earlier columns stay longest.
    keep: (isNumeric ? 10 : 50) + at,
    sort: (line) => sortable(read(line)?.value),
    first: isNumeric ? 'desc' : 'asc',
    text: (line) => showValue(column, read(line)?.value ?? null, units),
    level: (line) => levelOfValue(read(line) ?? undefined),
    title: (line) => (isNumeric ? '' : String(read(line)?.value ?? '')),
    class: isNumeric ? `number-cell ${column.unit === 'percent' ? 'share' : ''}` : 'text-cell',
  };
}

const lineOf = (server: Server): string =>
  [statusWords(server), isAnswering(server) ? addressOf(server) : localReason(server), ...server.tags]
    .filter(Boolean)
    .join(' · ');

/** Headlines of agents are English. */
const headlineOf = ({ sentence, alerts }: NonNullable<Server['verdict']>): string =>
  isSpoken('en')
    ? sentence
    : alerts === 0
      ? t(ALL_WITHIN_LIMITS)
      : t('{count} {count|alert|alerts}', { count: alerts });

function fixedColumns({ hasTags, now, hubTime }: SpecSetup): [before: Column<Line>[], after: Column<Line>[]] {
  const before: Column<Line>[] = [
    {
      key: 'status',
      heading: 'Status',
      hint: 'Status: whether the server answers',
      width: 92,
      keep: 0,
      sort: of(({ status }) => placeOf(status)),
      first: 'asc',
      text: textOf(statusWords),
      title: textOf((server) => (server.verdict && headlineOf(server.verdict)) ?? localReason(server)),
    },
    {
      key: 'name',
      heading: 'Server',
      hint: 'Server: alias or name',
      width: 'rest',
      keep: 0,
      sort: of(nameOf),
      first: 'asc',
      text: textOf(nameOf),
      title: textOf((server) => (server.alias ? `${server.alias} (${server.name})` : server.name)),
      sub: textOf(lineOf),
    },
    {
      key: 'address',
      heading: 'Address',
      hint: 'Address and port',
      width: 156,
      keep: 40,
      sort: of(addressOf),
      first: 'asc',
      text: textOf(addressOf),
      title: textOf(addressOf),
      class: 'mono dim',
    },
  ];
  if (hasTags)
    before.push({
      key: 'tags',
      heading: 'Tags',
      hint: 'Tags',
      width: 120,
      keep: 60,
      sort: of(({ tags }) => (tags.length === 0 ? null : tags.join(' '))),
      first: 'asc',
      text: textOf(({ tags }) => tags.join(' ')),
      title: textOf(({ tags }) => tags.join(', ')),
      class: 'dim',
    });
  const after: Column<Line>[] = [
    {
      key: 'since',
      heading: 'Since',
      hint: 'Since: how long it has had its status',
      width: 88,
      align: 'right',
      keep: 65,
      sort: of(({ since }) => Date.parse(since)),
      first: 'desc',
      text: of(({ since }) => showSpan((hubTime() - Date.parse(since)) / 1000)),
      title: textOf(({ since }) => showMoment(Date.parse(since))),
      class: 'dim',
    },
    {
      key: 'age',
      heading: 'Seen',
      hint: 'Seen: how long ago the server answered',
      width: 88,
      align: 'right',
      keep: 70,
      sort: of((server) => ageOf(server, now())),
      first: 'desc',
      text: of((server) => showSpan(ageOf(server, now()))),
      class: 'dim',
    },
  ];
  return [before, after];
}

const badnessOfLine = (line: Line): number => (line.server === null ? line.badness : badnessOf(line.server));

/** Numbers beside the name in rows of two lines: shares first. */
const NARROW_NUMBERS = 2;

export function fleetSpec(setup: SpecSetup): TableSpec<Line> {
  const { columns } = setup;
  const [before, after] = fixedColumns(setup);
  const numbers = columns.filter(({ isNumeric }) => isNumeric);
  const shares = numbers.filter(({ unit }) => unit === 'percent');
  const beside = [...new Set([...shares, ...numbers])].slice(0, NARROW_NUMBERS);
  return {
    label: t('Servers'),
    columns: [...before, ...columns.map((column, at) => valueColumn(column, at, setup)), ...after],
    rules: {
      worst: { title: 'Worst first', value: badnessOfLine, first: 'desc' },
      list: { title: 'As configured', value: of(({ place }) => place), first: 'asc' },
    },
    tie: badnessOfLine,
    standard: 'worst',
    narrow: ['name', ...beside.map(({ key }) => key)],
    keyOf: ({ key }) => key,
    arrange: grouped,
  };
}
