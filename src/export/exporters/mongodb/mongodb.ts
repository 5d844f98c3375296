import type { Db } from 'mongodb';
import { secretOption, textOption } from '../../../core/options.ts';
import { loose, number, text, tuple } from '../../../core/shape.ts';
import { denied, type DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { defineExporter } from '../exporter.ts';
import { splitLines } from '../shared/lines.ts';
import { mapsOf } from '../shared/maps.ts';
import { createConnection } from '../shared/messages.ts';
import { hostOption, portOption } from '../shared/options.ts';
import { jsonLines } from '../shared/payload.ts';

const options = {
  host: hostOption(),
  port: portOption(27_017),
  db: textOption('glances', 'Database.'),
  user: textOption(undefined, 'User; unset: none.'),
  password: secretOption('Password of the user.'),
};

type Queued = readonly [plugin: string, document: { readonly time: number }];
const documents = jsonLines(tuple<Queued>([text(), loose({ time: number() }, ['time'])], 2));

/** Error codes: https://www.mongodb.com/docs/manual/reference/error-codes/ */
const DUPLICATE = 11_000;
const DENIED = new Set([13, 18]);
/**
 * Documents that the server never stores: BadValue, FailedToParse, TypeMismatch, InvalidBSON, DollarPrefixedFieldName,
 * DottedFieldName, DocumentValidationFailure, BSONObjectTooLarge.
 */
const WRONG = new Set([2, 9, 14, 22, 52, 57, 121, 10_334]);

/** MongoDB (package `mongodb`): a collection per plugin. */
export default defineExporter({
  name: 'mongodb',
  description: 'MongoDB: a document per plugin. Needs the package mongodb.',
  options,
  packages: ['mongodb'],
  isOrderFree: true,
  target: ({ host, port, db }) => `mongodb://${host}:${port}/${db}`,
  encoder: () => (cycle) => {
    const maps = [...mapsOf(cycle.points())];
    return documents.payloads(
      maps.map(([plugin, map]) => {
        // A repeated document has the same identity, and is stored once.
        const identity = `${cycle.host} ${cycle.time} ${plugin}`;
        return [plugin, { _id: identity, time: cycle.time, hostname: cycle.host, ...map }];
      }),
      maps.map(([, map]) => Object.keys(map).length),
    );
  },
  split: splitLines,
  open({ options: { host, port, db, user, password = '' }, common, certificates, load }) {
    const connection = createConnection(
      async () => {
        const { MongoClient } = await load('mongodb');
        // Half of the timeout: the driver retries that long before it gives a reason.
        const ms = common.timeout * 500;
        const client = new MongoClient(`mongodb://${host}:${port}`, {
          appName: 'gander',
          serverSelectionTimeoutMS: ms,
          connectTimeoutMS: ms,
          maxPoolSize: 1,
          ...(user !== undefined && { auth: { username: user, password } }),
          ...(certificates !== null && { tls: true, ...certificates }),
        });
        await client.connect();
        return client;
      },
      (client) => client.close(),
    );
    return connection.session({
      read: documents.in,
      async deliver(client, queued) {
        for (const document of queued) await insert(client.db(db), document);
      },
      answer: 'inserted',
      verdictOf,
    });
  },
});

async function insert(database: Db, [plugin, document]: Queued): Promise<void> {
  try {
    await database.collection(plugin).insertOne({ ...document, time: new Date(document.time) });
  } catch (error) {
    if ((error as { code?: number | string }).code !== DUPLICATE) throw error;
  }
}

function verdictOf(error: unknown): DeliveryVerdict {
  const { code, message, name } = error as { code?: number | string; message: string; name: string };
  if (name !== 'MongoServerError') throw error;
  if (DENIED.has(code as number)) return denied(message);
  return { kind: WRONG.has(code as number) ? 'split' : 'again', answer: message };
}
