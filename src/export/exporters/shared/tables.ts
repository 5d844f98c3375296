/** A table per plugin, for databases with columns. */
import type { Scalar } from '../../../core/served.ts';
import type { Cycle, Payload } from '../exporter.ts';

/** The rows of one plugin. */
export interface TableRows {
  readonly table: string;
  /** Columns besides time and host. */
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly host: string;
  /** Columns that distinguish rows of one time and host; absent: none. */
  readonly identity?: readonly string[];
  /** Values in order of the columns. */
  readonly rows: readonly (readonly Scalar[])[];
}

export type ColumnType = 'number' | 'text' | 'flag';

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
    const content: TableRows = { table, columns: names, time, host, ...identity, rows: filled };
    return { bytes: Buffer.from(JSON.stringify(content)), samples: rows.length * names.length };
  });
}

export const rowsOf = (bytes: Uint8Array): TableRows =>
  JSON.parse(Buffer.from(bytes).toString('utf8')) as TableRows;

export function splitRows(bytes: Uint8Array): [Uint8Array, Uint8Array] | null {
  const { rows, ...rest } = rowsOf(bytes);
  const half = Math.ceil(rows.length / 2);
  const part = (some: TableRows['rows']) => Buffer.from(JSON.stringify({ ...rest, rows: some }));
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
