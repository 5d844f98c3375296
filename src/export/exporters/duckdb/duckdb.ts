import type { DuckDbConnection } from '../../../net/deliver/duckdb-types.ts';
import { textOption } from '../../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { withFixedTypes } from '../shared/fixed-types.ts';
import { createConnection } from '../shared/messages.ts';
import { insertRows, type KnownColumns, quotedName, type SqlTarget } from '../shared/sql-tables.ts';
import { rowsOf, splitRows, tablePayloads } from '../shared/tables.ts';

const options = {
  database: textOption(':memory:', 'File of the database; :memory: ends with the agent.'),
};

/** DuckDB, a database in a file (package `@duckdb/node-api`). */
export default defineExporter({
  name: 'duckdb',
  description: 'DuckDB: a table per plugin, in a file. Needs the package @duckdb/node-api.',
  options,
  packages: ['@duckdb/node-api'],
  sendsLimits: false,
  target: ({ database }) => database,
  encoder: ({ plugins }) => withFixedTypes(plugins, tablePayloads),
  split: splitRows,
  open({ options: { database }, load }) {
    const known: KnownColumns = new Map();
    const connection = createConnection(
      async () => {
        const { DuckDBInstance } = await load('@duckdb/node-api');
        known.clear();
        const instance = await DuckDBInstance.create(database);
        return { instance, client: await instance.connect() };
      },
      ({ instance, client }) => {
        client.closeSync();
        instance.closeSync();
      },
    );
    return connection.session({
      read: rowsOf,
      deliver: ({ client }, rows) => insertRows(targetOf(client), rows, known),
      answer: 'inserted',
      verdictOf(error) {
        const { message } = error as Error;
        if (WRONG.test(message)) return { kind: 'split', answer: message };
        throw error;
      },
    });
  },
});

function targetOf(client: DuckDbConnection): SqlTarget {
  const query: SqlTarget['query'] = async (text, values = []) =>
    (await client.runAndReadAll(text, values)).getRowObjects();
  return {
    query,
    types: { number: 'DOUBLE', text: 'VARCHAR', flag: 'BOOLEAN' },
    schema: 'current_schema()',
    // Tables of other exporters have times without a date: they are rejected.
    async create(table) {
      await query(
        `CREATE TABLE IF NOT EXISTS ${quotedName(table)} ("time" TIMESTAMPTZ NOT NULL, "hostname_id" VARCHAR NOT NULL)`,
      );
    },
    async index(table, identity) {
      if (identity === null) return;
      const columns = ['hostname_id', 'time', ...identity].map(quotedName).join(', ');
      await query(
        `CREATE UNIQUE INDEX IF NOT EXISTS ${quotedName(`${table}_identity`)} ON ${quotedName(table)} (${columns})`,
      );
    },
  };
}

/** Values that a table never takes, as with class 22 and 23 of PostgreSQL. */
const WRONG = /^(?:Constraint|Conversion|Invalid Input|Invalid Type|Mismatch Type|Out of Range) Error/;
