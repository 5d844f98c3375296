/** Tables with growing columns, for databases with PostgreSQL's SQL. */
import type { ColumnType, TableRows } from './tables.ts';

type SqlValue = string | number | boolean | null;

export interface SqlTarget {
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Record<string, unknown>[]>;
  /** Of columns only. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Schema of the tables, as an expression. */
  readonly schema: string;
  /** Creates a table with only time and host. */
  create(table: string): Promise<void>;
  /** Creates an index by host. @param identity columns that distinguish rows of one host and time; null: none */
  index(table: string, identity: readonly string[] | null): Promise<void>;
}

/** Columns by table. */
export type KnownColumns = Map<string, Set<string>>;

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Adds rows, and creates the missing table and columns. */
export async function insertRows(target: SqlTarget, rows: TableRows, known: KnownColumns): Promise<void> {
  await prepare(target, rows, known);
  await insert(target, rows);
}

/** Creates the table and new columns. */
async function prepare(
  target: SqlTarget,
  { table, columns, identity }: TableRows,
  known: KnownColumns,
): Promise<void> {
  const has = known.get(table);
  if (has !== undefined && columns.every(([name]) => has.has(name))) return;
  const found = await target.query(
    `SELECT column_name FROM information_schema.columns WHERE table_schema = ${target.schema} AND table_name = $1`,
    [table],
  );
  const present = new Set(found.map((row) => String(row['column_name'])));
  if (present.size === 0) await target.create(table);
  for (const [name, type] of columns)
    if (!present.has(name))
      await target.query(
        `ALTER TABLE ${quotedName(table)} ADD COLUMN IF NOT EXISTS ${quotedName(name)} ${target.types[type]}`,
      );
  if (present.size === 0) await target.index(table, identity ?? null);
  known.set(table, new Set([...present, ...columns.map(([name]) => name)]));
}

/** Inserts all rows in one statement, all or nothing. Existing rows of our own tables are kept. */
async function insert({ query }: SqlTarget, { table, columns, rows, time, host }: TableRows): Promise<void> {
  const names = ['time', 'hostname_id', ...columns.map(([name]) => name)].map(quotedName).join(', ');
  const values: SqlValue[] = [];
  const tuples = rows.map((row) => {
    const own: SqlValue[] = [new Date(time).toISOString(), host, ...row];
    return `(${own.map((value) => `$${values.push(value)}`).join(', ')})`;
  });
  await query(
    `INSERT INTO ${quotedName(table)} (${names}) VALUES ${tuples.join(', ')} ON CONFLICT DO NOTHING`,
    values,
  );
}
