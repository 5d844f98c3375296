/** The list of servers as a table. */
import type { ServerColumn } from '../../core/columns.ts';
import type { ServedMember } from '../../core/served.ts';
import { showSpan } from '../../show/display/durations.ts';
import type { Level } from '../../show/display/levels.ts';
import type { SortValue } from '../../show/display/order.ts';
import { headingOf, isNumericColumn, showValue } from '../../show/display/server-columns.ts';
import {
  addressOf,
  badnessOf,
  levelOfServer,
  levelOfValue,
  nameOf,
  placeOf,
  WORDS,
} from '../../show/display/servers.ts';
import { isAnswering, type ServerStatus } from '../../core/server-status.ts';
import { widthOfText } from '../../show/terminal/screen/characters.ts';
import { terminalText } from '../../show/terminal/state/surface.ts';
import { DIM, FAINT, levelStyle, TEXT } from '../../show/terminal/state/ui.ts';
import type { Column, Table } from '../../show/terminal/table/column.ts';
import { arrangedRows, type ShownRows } from '../../show/terminal/table/rows.ts';
import type { WatchedServer } from './server-list.ts';
import type { ServersUi } from './servers-ui.ts';
import { localName, t } from '../../show/display/language.ts';

/** The standard order: worst first, then as configured. */
const WORST = 'worst';
const NAME_WIDTH = [8, 28] as const;
const MOST_TEXT = 24;

const STATUS_LEVELS: Readonly<Partial<Record<ServerStatus, Level>>> = {
  OFFLINE: 'critical',
  PROTECTED: 'careful',
};

/** Of its status, else of its values. */
export const levelOfRow = (server: WatchedServer): Level | null =>
  STATUS_LEVELS[server.status] ?? levelOfServer(server);

export function serverRows(ui: ServersUi): { table: Table<WatchedServer>; shown: ShownRows<WatchedServer> } {
  const table = serverTable(ui);
  return { table, shown: arrangedRows(ui, table, ui.view.sort ?? WORST) };
}

function serverTable(ui: ServersUi): Table<WatchedServer> {
  const rows = ui.list.servers();
  const columns = ui.list.columns.map((column, at) => valueColumn(ui, column, at, rows));
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  return {
    rows,
    columns: [
      markColumn(ui),
      nameColumn(rows),
      statusColumn,
      ...columns.filter(({ align }) => align === 'right'),
      ageColumn,
      addressColumn,
      ...columns.filter(({ align }) => align === 'left'),
    ],
    orders: { [WORST]: badnessOf },
    tie: ({ id }) => -(places.get(id) ?? 0),
    keyOf: ({ id }) => id,
    look: null,
    absence: () =>
      t(
        'No server is known yet: name some in [serverlist] of the configuration, or start gander -w on machines of this network.',
      ),
  };
}

const markColumn = ({ glyphs }: ServersUi): Column<WatchedServer> => ({
  key: WORST,
  heading: '',
  width: 1,
  align: 'left',
  keep: 0,
  sort: badnessOf,
  first: 'desc',
  text: (server) => {
    const level = levelOfRow(server);
    return level === null ? '' : glyphs.marks[level];
  },
  style: (server) => levelStyle(levelOfRow(server)),
});

const words = (
  column: Pick<Column<WatchedServer>, 'key' | 'heading' | 'width' | 'keep'>,
  text: (server: WatchedServer) => string,
  style: (server: WatchedServer) => number = () => DIM,
): Column<WatchedServer> => ({ ...column, align: 'left', sort: text, first: 'asc', text, style });

function nameColumn(rows: readonly WatchedServer[]): Column<WatchedServer> {
  const [least, most] = NAME_WIDTH;
  const width = Math.max(least, ...rows.map((row) => widthOfText(nameOf(row))));
  return words(
    { key: 'name', heading: t('Server'), width: Math.min(most, width), keep: 0 },
    nameOf,
    (server) => (isAnswering(server) ? TEXT : FAINT),
  );
}

const statusColumn: Column<WatchedServer> = {
  ...words({ key: 'status', heading: 'STATUS', width: 9, keep: 1 }, ({ status }) =>
    localName(WORDS[status] ?? status),
  ),
  sort: ({ status }) => placeOf(status),
  style: ({ status }) => levelStyle(STATUS_LEVELS[status] ?? null, status === 'UNKNOWN' ? FAINT : DIM),
};

const addressColumn = words(
  { key: 'address', heading: 'Address', width: 21, keep: 40 },
  addressOf,
  () => FAINT,
);

const ageColumn: Column<WatchedServer> = {
  key: 'age',
  heading: 'SEEN',
  width: 11,
  align: 'right',
  keep: 70,
  sort: ({ age }) => age,
  first: 'desc',
  text: ({ age }) => showSpan(age),
  style: () => FAINT,
};

function valueColumn(
  ui: ServersUi,
  column: ServerColumn,
  at: number,
  rows: readonly WatchedServer[],
): Column<WatchedServer> {
  const isNumber = isNumericColumn(column, rows);
  const heading = headingOf(column);
  const valueIn = (server: WatchedServer) => (isAnswering(server) ? server.values[column.key] : undefined);
  return {
    key: column.key,
    heading,
    width: isNumber ? Math.max(9, Math.min(16, heading.length + 1)) : MOST_TEXT,
    align: isNumber ? 'right' : 'left',
    // Numbers before texts; those that were named first stay longest.
    keep: (isNumber ? 10 : 50) + at,
    sort: (server) => sortable(valueIn(server)?.value),
    first: isNumber ? 'desc' : 'asc',
    text: (server) => {
      const { digits, unit } = showValue(column, valueIn(server)?.value ?? null, ui.settings.preferences);
      return terminalText(unit === '' ? digits : `${digits} ${unit}`, ui.glyphs);
    },
    style: (server) => levelStyle(levelOfValue(valueIn(server)), isNumber ? TEXT : DIM),
  };
}

const sortable = (value: ServedMember): SortValue =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : typeof value === 'boolean'
      ? Number(value)
      : null;
