import { secretOption, textOption } from '../../core/options.ts';
import type { Verdict } from '../../deliver/verdict.ts';
import { defineExporter, type Exporter } from '../exporter.ts';
import { createConnection } from '../shared/messages.ts';
import { hostOption, portOption } from '../shared/options.ts';
import { type ColumnType, rowsOf, splitRows, tablePayloads, type TableRows } from '../shared/tables.ts';

const options = {
  host: hostOption(),
  port: portOption(5432),
  db: textOption('glances', 'Database; it must exist.'),
  user: textOption('postgres', 'User.'),
  password: secretOption('Password of the user.'),
};

type Value = string | number | boolean | null;

interface Client {
  unsafe(query: string, values?: readonly Value[]): Promise<readonly Record<string, unknown>[]>;
  end(options: { timeout: number }): Promise<void>;
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  number: 'DOUBLE PRECISION',
  text: 'TEXT',
  flag: 'BOOLEAN',
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** PostgreSQL, with the extension TimescaleDB where the server has it; through the package `postgres`. */
const timescaledb = {
  name: 'timescaledb',
  description: 'TimescaleDB, or PostgreSQL without it: a table per plugin. Needs the package postgres.',
  options,
  packages: ['postgres'],
  delivery: 'queued',
  sendsLimits: false,
  interval: 0,
  target: ({ host, port, db }) => `postgresql://${host}:${port}/${db}`,
  encoder: () => tablePayloads,
  split: splitRows,
  open({ options: { host, port, db, user, password }, ca, load }) {
    const known = new Map<string, Set<string>>();
    const connection = createConnection(
      async () => {
        const { default: postgres } = (await load('postgres')) as unknown as {
          default: (options: object) => Client;
        };
        known.clear();
        return postgres({
          host,
          port,
          database: db,
          username: user,
          ...(password !== undefined && { password }),
          max: 1,
          connect_timeout: 10,
          onnotice: () => {},
          ...(ca !== null && { ssl: { ca } }),
        });
      },
      (client) => client.end({ timeout: 1 }),
    );
    return {
      async send(bytes, { signal }) {
        const rows = rowsOf(bytes);
        try {
          await connection.use(signal, async (client) => {
            await prepare(client, rows, known);
            await insert(client, rows);
          });
          return { kind: 'sent', answer: 'inserted' };
        } catch (error) {
          return verdictOf(error);
        }
      },
      close: connection.close,
    };
  },
} satisfies Exporter<typeof options>;

export default defineExporter(timescaledb);

/** Makes the table, and the columns that have come since. */
async function prepare(
  client: Client,
  { table, columns }: TableRows,
  known: Map<string, Set<string>>,
): Promise<void> {
  const has = known.get(table);
  if (has !== undefined && columns.every(([name]) => has.has(name))) return;
  const found = await client.unsafe(
    'SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1',
    [table],
  );
  const present = new Set(found.map((row) => String(row['column_name'])));
  if (present.size === 0) await create(client, table);
  for (const [name, type] of columns)
    if (!present.has(name))
      await client.unsafe(
        `ALTER TABLE ${quoted(table)} ADD COLUMN IF NOT EXISTS ${quoted(name)} ${TYPES[type]}`,
      );
  known.set(table, new Set([...present, ...columns.map(([name]) => name)]));
}

async function create(client: Client, table: string): Promise<void> {
  const extension = await client.unsafe("SELECT 1 FROM pg_extension WHERE extname = 'timescaledb'");
  await client.unsafe(
    `CREATE TABLE IF NOT EXISTS ${quoted(table)} ("time" TIMESTAMPTZ NOT NULL, "hostname_id" TEXT NOT NULL)`,
  );
  if (extension.length > 0)
    await client.unsafe("SELECT create_hypertable($1::regclass, 'time', if_not_exists => TRUE)", [
      quoted(table),
    ]);
  else
    await client.unsafe(
      `CREATE INDEX IF NOT EXISTS ${quoted(`${table}_hostname_id_time`)} ON ${quoted(table)} ("hostname_id", "time" DESC)`,
    );
}

/** All rows in one statement, which succeeds as a whole. */
async function insert(client: Client, { table, columns, rows, time, host }: TableRows): Promise<void> {
  const names = ['time', 'hostname_id', ...columns.map(([name]) => name)].map(quoted).join(', ');
  const values: Value[] = [];
  const tuples = rows.map((row) => {
    const own: Value[] = [new Date(time).toISOString(), host, ...row];
    return `(${own.map((value) => `$${values.push(value)}`).join(', ')})`;
  });
  await client.unsafe(`INSERT INTO ${quoted(table)} (${names}) VALUES ${tuples.join(', ')}`, values);
}

/** By the classes of SQLSTATE: 22 and 23 are the data's fault, 28, 3D and 42 the administrator's. https://www.postgresql.org/docs/15/errcodes-appendix.html */
function verdictOf(error: unknown): Verdict {
  const { code = '', message } = error as { code?: string; message: string };
  if (/^[0-9A-Z]{5}$/.test(code)) {
    if (/^2[23]/.test(code)) return { kind: 'split', answer: message };
    if (/^(28|3D|42)/.test(code)) return { kind: 'wait', answer: message };
    return { kind: 'again', answer: message };
  }
  throw error;
}
