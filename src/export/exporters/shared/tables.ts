/** A table per plugin, for databases with columns. */
import type { Scalar } from '../../../core/served.ts';
import { closed, listOf, number, oneOf, text, tuple, type TypeOf } from '../../../core/shape.ts';
import type { Cycle, Payload } from '../exporter.ts';
import { EXPORTED, jsonPayload } from './payload.ts';

const COLUMN_TYPES = ['number', 'text', 'flag'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];
type Column = readonly [name: string, type: ColumnType];

const TABLE_ROWS = closed(
  'The rows of one plugin.',
  {
    table: text(),
    columns: listOf(tuple<Column>([text(), oneOf(COLUMN_TYPES)], 2), {
      description: 'Columns besides time and host.',
    }),
    time: number('Milliseconds since the epoch.'),
    host: text(),
    identity: listOf(text(), { description: 'Columns that distinguish rows of one time and host.' }),
    rows: listOf(listOf(EXPORTED), { description: 'Values in order of the columns.' }),
  },
  ['identity'],
);
export type TableRows = TypeOf<typeof TABLE_ROWS>;

const payload = jsonPayload(TABLE_ROWS);
export const rowsOf = payload.in;

/** `key_id` holds the name of the identifying field, for compatibility; the item has its own column. */
const KEY = 'key_id';
/** SQL words that are no column names. */
const RENAMED: Readonly<Record<string, string>> = { user: 'user_cpu' };

interface Table {
  /** The field that identifies its items; null: a single object. */
  readonly key: string | null;
  readonly columns: Map<string, ColumnType>;
  readonly rows: Map<string, Scalar>[];
}

/** One payload per plugin: its rows as JSON. */
export function tablePayloads(cycle: Cycle): Payload[] {
  const tables = new Map<string, Table>();
  for (const { plugin, key, fields } of cycle.points()) {
    const table: Table = tables.get(plugin) ?? { key, columns: new Map(), rows: [] };
    tables.set(plugin, table);
    const row = new Map<string, Scalar>(key === null ? [] : [[KEY, key]]);
    for (const [name, value] of fields) if (name !== 'key') row.set(columnName(plugin, name), value);
    for (const [name, value] of row)
      if (value !== null && !table.columns.has(name)) table.columns.set(name, typeOf(value));
    table.rows.push(row);
  }
  return [...tables].map(([table, { key, columns, rows }]) => {
    const names = [...columns];
    const filled = rows.map((row) => names.map(([name, type]) => fitting(row.get(name), type)));
    const { time, host } = cycle;
    const own = key === null ? [] : [columnName(table, key)];
    const isTold = own.length > 0 ? own.every((name) => columns.has(name)) : rows.length === 1;
    const identity = isTold ? { identity: own } : {};
    const bytes = payload.bytesOf({ table, columns: names, time, host, ...identity, rows: filled });
    return { bytes, samples: rows.length * names.length };
  });
}

export function splitRows(bytes: Uint8Array): [Uint8Array, Uint8Array] | null {
  const { rows, ...rest } = rowsOf(bytes);
  const half = Math.ceil(rows.length / 2);
  const part = (some: TableRows['rows']) => payload.bytesOf({ ...rest, rows: some });
  return rows.length < 2 ? null : [part(rows.slice(0, half)), part(rows.slice(half))];
}

function columnName(plugin: string, field: string): string {
  const name = plugin === 'percpu' && field === 'user' ? 'user_percpu' : (RENAMED[field] ?? field);
  return name.replaceAll(/[^\w]+/g, '_').slice(0, 63);
}

const typeOf = (value: Scalar): ColumnType => {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'flag' : 'text';
};

/** Columns keep their types: values that do not fit are left out. */
function fitting(value: Scalar | undefined, type: ColumnType): Scalar {
  if (value === undefined || value === null) return null;
  if (type === 'text') return String(value);
  return typeOf(value) === type ? value : null;
}
