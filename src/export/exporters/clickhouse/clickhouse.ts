import { createHash } from 'node:crypto';
import { parseAs } from '../../../core/files/state-file.ts';
import { closed, listOf, text, tuple } from '../../../core/shape.ts';
import { secretOption, textOption } from '../../../core/options.ts';
import { answerText, type HttpAnswer } from '../../../net/deliver/http-answer.ts';
import { denied, type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import { defineExporter, type SendContext } from '../exporter.ts';
import { withFixedTypes } from '../shared/fixed-types.ts';
import { publicUrl } from '../../../core/redact.ts';
import { createHttpCaller, urlOf } from '../shared/http.ts';
import { hostOption, portOption, protocolOption, verifyOption } from '../shared/options.ts';
import { type ColumnType, rowsOf, splitRows, tablePayloads, type TableRows } from '../shared/tables.ts';

const options = {
  host: hostOption(),
  port: portOption(8123),
  protocol: protocolOption(),
  db: textOption('glances', 'Database; it is made when it is missing.'),
  user: textOption('default', 'User.'),
  password: secretOption('Password of the user.'),
  verify_ssl: verifyOption(),
};

const TYPES: Readonly<Record<ColumnType, string>> = {
  number: 'Nullable(Float64)',
  text: 'Nullable(String)',
  flag: 'Nullable(UInt8)',
};

/** Since version 22.2, an insertion with a known token counts as a repetition. */
const TOKEN = 'insert_deduplication_token';
/** Insertions that our tables remember. */
const REMEMBERED = 'SETTINGS non_replicated_deduplication_window = 1000';

const columnsIn = parseAs(closed('', { data: listOf(tuple<readonly [string]>([text()], 1)) }));

const quoted = (name: string): string => `\`${name.replaceAll(/[`\\]/g, '\\$&')}\``;
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** ClickHouse: a table per plugin, over HTTP. */
export default defineExporter({
  name: 'clickhouse',
  description: 'ClickHouse: a table per plugin, over HTTP.',
  options,
  isOrderFree: true,
  sendsLimits: false,
  target: ({ protocol, host, port, db }) => `${publicUrl(urlOf(protocol, host, port, '/'))} (database ${db})`,
  encoder: ({ plugins }) => withFixedTypes(plugins, tablePayloads),
  split: splitRows,
  open({ options: { protocol, host, port, db, user, password = '', verify_ssl: verify }, certificates }) {
    const caller = createHttpCaller({ certificates, verify });
    const url = urlOf(protocol, host, port, '/');
    const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password };
    /** Known columns of each table. */
    const known = new Map<string, Set<string>>();
    /** Null: not queried yet. */
    let hasTokens: boolean | null = null;

    const ask = (address: URL, body: string, context: SendContext) =>
      caller.call({ url: address, method: 'POST', headers, body: Buffer.from(body) }, context);
    const succeed = async (query: string, context: SendContext): Promise<string> => {
      const answer = await ask(url, query, context);
      if (answer.status !== 200) throw new Refused(judge(answer, context.now));
      return answer.body;
    };

    const prepare = async ({ table, columns }: TableRows, context: SendContext): Promise<void> => {
      const has = known.get(table);
      if (has !== undefined && columns.every(([name]) => has.has(name))) return;
      const place = `${quoted(db)}.${quoted(table)}`;
      const tokens = `SELECT count() FROM system.settings WHERE name = ${literal(TOKEN)}`;
      hasTokens ??= (await succeed(tokens, context)).trim() === '1';
      await succeed(`CREATE DATABASE IF NOT EXISTS ${quoted(db)}`, context);
      const declared = columns.map(([name, type]) => `${quoted(name)} ${TYPES[type]}`);
      await succeed(
        `CREATE TABLE IF NOT EXISTS ${place} (${['`time` DateTime', '`hostname_id` String', ...declared].join(', ')}) ENGINE = MergeTree() ORDER BY \`time\` ${hasTokens ? REMEMBERED : ''}`,
        context,
      );
      const list = `SELECT name FROM system.columns WHERE database = ${literal(db)} AND table = ${literal(table)} FORMAT JSONCompact`;
      const { value } = columnsIn(await succeed(list, context));
      if (value === null) throw new Error('the answer is not that of a ClickHouse server');
      const present = new Set(value.data.map(([name]) => name));
      for (const [name, type] of columns)
        if (!present.has(name))
          await succeed(`ALTER TABLE ${place} ADD COLUMN ${quoted(name)} ${TYPES[type]}`, context);
      known.set(table, new Set([...present, ...columns.map(([name]) => name)]));
    };

    return {
      async send(bytes, context) {
        const rows = rowsOf(bytes);
        try {
          await prepare(rows, context);
        } catch (error) {
          if (error instanceof Refused) return error.verdict;
          throw error;
        }
        const insertion = new URL(url);
        insertion.searchParams.set(
          'query',
          `INSERT INTO ${quoted(db)}.${quoted(rows.table)} FORMAT JSONEachRow`,
        );
        if (hasTokens) insertion.searchParams.set(TOKEN, createHash('sha256').update(bytes).digest('hex'));
        const answer = await ask(insertion, lines(rows), context);
        // The table may have been dropped.
        if (answer.status !== 200) known.delete(rows.table);
        return judge(answer, context.now);
      },
      close: () => caller.close(),
    };
  },
});

/** Unknown user, wrong or missing password, insufficient rights, authentication failed: their statuses vary by version. */
const DENIED = /^Code: (?:192|193|194|497|516)\b/;

const judge = (answer: HttpAnswer, now: number): DeliveryVerdict =>
  DENIED.test(answer.body) ? denied(answerText(answer)) : verdictOf(answer, now);

class Refused extends Error {
  readonly verdict: DeliveryVerdict;

  constructor(verdict: DeliveryVerdict) {
    super(verdict.answer);
    this.verdict = verdict;
  }
}

function lines({ columns, rows, time, host }: TableRows): string {
  const seconds = Math.floor(time / 1000);
  return rows
    .map((row) => {
      const values = Object.fromEntries(
        columns.map(([name], index) => [
          name,
          typeof row[index] === 'boolean' ? Number(row[index]) : row[index],
        ]),
      );
      return `${JSON.stringify({ time: seconds, hostname_id: host, ...values })}\n`;
    })
    .join('');
}
