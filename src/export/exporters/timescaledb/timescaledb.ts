import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Sql } from 'postgres';
import { secretOption, textOption } from '../../../core/options.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { defineExporter, type Exporter } from '../exporter.ts';
import { withFixedTypes } from '../shared/fixed-types.ts';
import { createConnection } from '../shared/messages.ts';
import { hostOption, portOption } from '../shared/options.ts';
import { insertRows, type KnownColumns, quotedName, type SqlTarget } from '../shared/sql-tables.ts';
import { type ColumnType, rowsOf, splitRows, tablePayloads } from '../shared/tables.ts';

const options = {
  host: hostOption(),
  port: portOption(5432),
  db: textOption('glances', 'Database; it must exist.'),
  user: textOption('postgres', 'User.'),
  password: secretOption('Password of the user.'),
  hostname: textOption(undefined, 'Name of this host in the rows; unset: that of [export].'),
};

const TYPES: Readonly<Record<ColumnType, string>> = {
  number: 'DOUBLE PRECISION',
  text: 'TEXT',
  flag: 'BOOLEAN',
};

/** PostgreSQL (package `postgres`), with the extension TimescaleDB if the server has it. */
export const tablePerPlugin = {
  name: 'timescaledb',
  description: 'TimescaleDB, or PostgreSQL without it: a table per plugin. Needs the package postgres.',
  options,
  packages: ['postgres'],
  delivery: 'queued',
  isOrderFree: true,
  sendsLimits: false,
  interval: 0,
  target: ({ host, port, db }) => `postgresql://${host}:${port}/${db}`,
  encoder: ({ plugins, options: { hostname } }) =>
    withFixedTypes(plugins, (cycle) => tablePayloads({ ...cycle, host: hostname ?? cycle.host })),
  split: splitRows,
  open({ options: { host, port, db, user, password }, common, certificates, load }) {
    const known: KnownColumns = new Map();
    const connection = createConnection(
      async () => {
        const { default: postgres } = await load('postgres');
        known.clear();
        // A constant, since the types of the package lack the key `socket`.
        const settings = {
          host,
          port,
          database: db,
          username: user,
          ...(password !== undefined && { password }),
          max: 1,
          connect_timeout: common.timeout,
          max_lifetime: null,
          socket: connectOnce(host, port, common.timeout * 1000),
          onnotice: () => {},
          // The package supports names only, and would compare an address with localhost.
          ...(certificates !== null && { ssl: { host, ...certificates } }),
        };
        return postgres(settings);
      },
      (client) => client.end({ timeout: 1 }),
    );
    return connection.session({
      read: rowsOf,
      deliver: (client, rows) => insertRows(targetOf(client), rows, known),
      answer: 'inserted',
      verdictOf,
    });
  },
} satisfies Exporter<typeof options>;

export default defineExporter(tablePerPlugin);

/** Left alone, the package connects again at once, thousands of times a second, as long as the server hangs up. */
function connectOnce(host: string, port: number, timeoutMs: number): () => Promise<Socket> {
  let isUsed = false;
  return async () => {
    if (isUsed) throw new Error('the server closed the connection');
    isUsed = true;
    const socket = connect({ host, port });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };
}

const targetOf = (client: Sql): SqlTarget => ({
  query: (text, values) => client.unsafe(text, values && [...values]),
  types: TYPES,
  schema: 'current_schema()',
  create: (table) => create(client, table),
  async index(table, identity) {
    const columns = ['hostname_id', ...(identity ?? [])].map(quotedName).join(', ');
    await client.unsafe(
      `CREATE ${identity === null ? '' : 'UNIQUE '}INDEX IF NOT EXISTS ${quotedName(`${table}_hostname_id_time`)} ON ${quotedName(table)} (${columns}, "time" DESC)`,
    );
  },
});

async function create(client: Sql, table: string): Promise<void> {
  const extension = await client.unsafe("SELECT 1 FROM pg_extension WHERE extname = 'timescaledb'");
  await client.unsafe(
    `CREATE TABLE IF NOT EXISTS ${quotedName(table)} ("time" TIMESTAMPTZ NOT NULL, "hostname_id" TEXT NOT NULL)`,
  );
  if (extension.length > 0)
    await client.unsafe("SELECT create_hypertable($1::regclass, 'time', if_not_exists => TRUE)", [
      quotedName(table),
    ]);
}

/** By class of SQLSTATE: 22 and 23 are caused by data, 28, 3D and 42 by the setup. https://www.postgresql.org/docs/15/errcodes-appendix.html */
function verdictOf(error: unknown): DeliveryVerdict {
  const { code = '', message } = error as { code?: string; message: string };
  if (/^[0-9A-Z]{5}$/.test(code)) {
    if (/^2[23]/.test(code)) return { kind: 'split', answer: message };
    if (code.startsWith('28')) return denied(message);
    if (code.startsWith('3D')) return { kind: 'wait', answer: `${message}; create it, or check db` };
    if (code.startsWith('42')) return { kind: 'wait', answer: message };
    return { kind: 'again', answer: message };
  }
  throw error;
}
