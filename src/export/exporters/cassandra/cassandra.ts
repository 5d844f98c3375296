import type { Client } from 'cassandra-driver';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { integerOption, secretOption, textOption } from '../../../core/options.ts';
import { closed, mapOf, number, text } from '../../../core/shape.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import type { Certificates } from '../certificates.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { createConnection } from '../shared/messages.ts';
import { hostOption, portOption } from '../shared/options.ts';
import { EXPORTED, jsonLines } from '../shared/payload.ts';

const options = {
  host: hostOption(),
  port: portOption(9042),
  protocol_version: integerOption(3, 'Version of the protocol that the server speaks.', [3, 5]),
  keyspace: textOption('glances', 'Keyspace; it is made when it is missing.'),
  replication_factor: integerOption(2, 'Copies of a keyspace that is made.', [1, 100]),
  table: textOption(undefined, 'Table; it is made when it is missing. Unset: the name of this host.'),
  username: textOption(undefined, 'User; unset: none.'),
  password: secretOption('Password of the user.'),
};

const rows = jsonLines(
  closed('A row.', { plugin: text(), time: number(), stat: mapOf('Numbers.', EXPORTED) }),
);

/** Codes of the native protocol: bad credentials, unauthorized; syntax error, invalid. */
const DENIED = new Set([0x0100, 0x2100]);
const CURABLE = new Set([0x2000, 0x2200]);

/** Cassandra and ScyllaDB (package `cassandra-driver`): one table, a row per plugin. */
export default defineExporter({
  name: 'cassandra',
  description: 'Cassandra: a row per plugin, with its numbers. Needs the package cassandra-driver.',
  options,
  packages: ['cassandra-driver'],
  isOrderFree: true,
  target: ({ host, port, keyspace }) => `cassandra://${host}:${port}/${keyspace}`,
  encoder: () => (cycle) => {
    const samples: number[] = [];
    const messages = [...mapsOf(cycle.points())].map(([plugin, map]) => {
      const numbers = Object.entries(map).filter(([, value]) => typeof value === 'number');
      samples.push(numbers.length);
      return { plugin, time: cycle.time, stat: Object.fromEntries(numbers) };
    });
    return rows.payloads(messages, samples);
  },
  split: splitLines,
  open({ options: { host, port, keyspace, table, ...more }, host: ownName, common, certificates, load }) {
    const place = `${quoted(keyspace)}.${quoted((table ?? ownName).replaceAll(/\W/g, '_'))}`;
    const connection = createConnection(
      async () => {
        const { Client, types, policies } = await load('cassandra-driver');
        const client = new Client({
          contactPoints: [`${host}:${port}`],
          protocolOptions: { port, maxVersion: more.protocol_version },
          // Without a data centre's name there is no local one.
          policies: { loadBalancing: new policies.loadBalancing.RoundRobinPolicy() },
          isMetadataSyncEnabled: false,
          socketOptions: { connectTimeout: common.timeout * 1000, readTimeout: common.timeout * 1000 },
          ...(more.username !== undefined && {
            credentials: { username: more.username, password: more.password ?? '' },
          }),
          ...(certificates !== null && { sslOptions: tlsOptions(host, certificates) }),
        });
        await client.connect();
        await prepare(client, place, keyspace, more.replication_factor);
        return { client, types };
      },
      ({ client }) => client.shutdown(),
    );
    const query = `INSERT INTO ${place} (plugin, time, stat) VALUES (?, ?, ?)`;
    return connection.session({
      read: rows.in,
      async deliver({ client, types }, queued) {
        for (const { plugin, time, stat } of queued) {
          const id = types.TimeUuid.fromString(timeUuid(time, ownName));
          await client.execute(query, [plugin, id, stat], { prepare: true });
        }
      },
      answer: 'inserted',
      verdictOf,
    });
  },
});

/** By default the package trusts any certificate, and it knows servers by address only. */
const tlsOptions = (host: string, certificates: Certificates): ConnectionOptions => ({
  ...certificates,
  rejectUnauthorized: true,
  checkServerIdentity: (address, certificate) =>
    checkServerIdentity(address, certificate) && checkServerIdentity(host, certificate),
});

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function prepare(client: Client, place: string, keyspace: string, copies: number): Promise<void> {
  await client.execute(
    `CREATE KEYSPACE IF NOT EXISTS ${quoted(keyspace)} WITH replication = ` +
      `{ 'class': 'SimpleStrategy', 'replication_factor': ${copies} }`,
  );
  await client.execute(
    `CREATE TABLE IF NOT EXISTS ${place} (plugin text, time timeuuid, stat map<text,float>, ` +
      'PRIMARY KEY (plugin, time)) WITH CLUSTERING ORDER BY (time DESC)',
  );
}

/** Units of 100 ns between 1582-10-15, the epoch of these times, and 1970 (RFC 9562). */
const EPOCH = 122_192_928_000_000_000n;

/** Equal for equal time and host, so that a repeated row replaces itself. */
export function timeUuid(ms: number, host: string): string {
  const ticks = BigInt(Math.round(ms)) * 10_000n + EPOCH;
  const hex = ticks.toString(16).padStart(15, '0');
  // Random nodes have the multicast bit set.
  let node = 0x0123_4567n;
  for (const byte of Buffer.from(host))
    node = ((node ^ BigInt(byte)) * 0x0100_0000_01b3n) & 0xffff_ffff_ffffn;
  const nodeText = (node | 0x0100_0000_0000n).toString(16).padStart(12, '0');
  return `${hex.slice(-8)}-${hex.slice(-12, -8)}-1${hex.slice(-15, -12)}-8000-${nodeText}`;
}

interface DriverError {
  readonly name: string;
  readonly code?: number | string;
  readonly message: string;
  /** One error per host that was tried. The message contains the stack trace of the first. */
  readonly innerErrors?: Readonly<Record<string, DriverError>>;
}

function verdictOf(error: unknown): DeliveryVerdict {
  const [inner = error as DriverError] = Object.values((error as DriverError).innerErrors ?? {});
  const { name, code, message } = inner;
  if (name === 'AuthenticationError' || DENIED.has(code as number)) return denied(message);
  if (typeof code !== 'number') throw inner;
  return { kind: CURABLE.has(code) ? 'wait' : 'again', answer: message };
}
