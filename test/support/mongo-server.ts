/** A server of MongoDB's wire protocol that takes inserts: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { deserialize, type Document, serialize } from 'bson';
import { onTestFinished } from 'vitest';

const HEADER = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

export interface MongoServer {
  port: number;
  inserted: [collection: string, document: Document][];
}

const HELLO = {
  ok: 1,
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
};

interface MongoSetup {
  /** Reply to every login. */
  isClosed?: boolean;
  tls?: TlsOptions;
}

/** Refuses an existing identity, as a server does. */
export async function startMongo({ isClosed = false, tls }: MongoSetup = {}): Promise<MongoServer> {
  const inserted: MongoServer['inserted'] = [];
  const answer = (command: Document, documents: Document[]): Document => {
    if (isClosed && command['saslStart'] !== undefined)
      return { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };
    if (command['insert'] === undefined) return HELLO;
    const known = new Set(inserted.map(([, document]) => String(document['_id'])));
    const twice = documents.find((document) => known.has(String(document['_id'])));
    if (twice !== undefined)
      return { ok: 1, n: 0, writeErrors: [{ index: 0, code: 11_000, errmsg: 'E11000 duplicate key' }] };
    for (const document of documents) inserted.push([command['insert'] as string, document]);
    return { ok: 1, n: documents.length };
  };
  const serve = (socket: Socket): void => {
    let waiting: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= HEADER && waiting.length >= waiting.readInt32LE(0)) {
        const message = waiting.subarray(0, waiting.readInt32LE(0));
        waiting = waiting.subarray(message.length);
        socket.write(replyTo(message, answer));
      }
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as { port: number }).port, inserted };
}

function replyTo(message: Buffer, answer: (command: Document, documents: Document[]) => Document): Buffer {
  const id = message.readInt32LE(4);
  if (message.readInt32LE(12) === OP_QUERY) {
    const flags = Buffer.alloc(20);
    flags.writeInt32LE(1, 16);
    return framed(id, OP_REPLY, Buffer.concat([flags, serialize(answer({}, []))]));
  }
  const { command, documents } = sectionsOf(message.subarray(HEADER + 4));
  return framed(id, OP_MSG, Buffer.concat([Buffer.alloc(5), serialize(answer(command, documents))]));
}

/** Kind 0 is the command, kind 1 a named list of documents. */
function sectionsOf(bytes: Buffer): { command: Document; documents: Document[] } {
  let command: Document = {};
  const documents: Document[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readInt32LE(at + 1);
    if (bytes[at] === 0) command = deserialize(bytes.subarray(at + 1, at + 1 + size));
    else {
      let next = bytes.indexOf(0, at + 5) + 1;
      for (const end = at + 1 + size; next < end; next += bytes.readInt32LE(next))
        documents.push(deserialize(bytes.subarray(next, next + bytes.readInt32LE(next))));
    }
    at += 1 + size;
  }
  return { command, documents: [...documents, ...((command['documents'] as Document[] | undefined) ?? [])] };
}

function framed(responseTo: number, code: number, body: Buffer): Buffer {
  const head = Buffer.alloc(HEADER);
  for (const [index, value] of [HEADER + body.length, 1, responseTo, code].entries())
    head.writeInt32LE(value, index * 4);
  return Buffer.concat([head, body]);
}
