/** A server of Cassandra's native protocol, version 3, that takes one prepared insert: native_protocol_v3.spec. */
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface CassandraServer {
  port: number;
  queries: string[];
  /** Values bound to the insert: text, timeuuid, map<text, float>. */
  rows: [plugin: string, time: string, stat: Record<string, number>][];
}

const HEADER = 9;
const OPCODE = {
  error: 0x00,
  ready: 0x02,
  authenticate: 0x03,
  startup: 0x01,
  options: 0x05,
  supported: 0x06,
  query: 0x07,
  result: 0x08,
  prepare: 0x09,
  execute: 0x0a,
  authResponse: 0x0f,
};

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const string = (text: string): Buffer => Buffer.concat([short(Buffer.byteLength(text)), Buffer.from(text)]);
const value = (bytes: Buffer): Buffer => Buffer.concat([int(bytes.length), bytes]);

const TEXT = short(0x000d);
const UUID = short(0x000c);
const INET = short(0x0010);
const TIMEUUID = short(0x000f);
const MAP_TEXT_FLOAT = Buffer.concat([short(0x0021), TEXT, short(0x0008)]);
const VOID = int(1);
const AUTHENTICATOR = 'org.apache.cassandra.auth.PasswordAuthenticator';
const BAD_CREDENTIALS = Buffer.concat([
  int(0x0100),
  string('Provided username and/or password are incorrect'),
]);

const LOCAL: readonly (readonly [name: string, type: Buffer, content: Buffer])[] = [
  ['key', TEXT, Buffer.from('local')],
  ['data_center', TEXT, Buffer.from('dc1')],
  ['rack', TEXT, Buffer.from('r1')],
  ['release_version', TEXT, Buffer.from('3.11.4')],
  ['cluster_name', TEXT, Buffer.from('test')],
  ['partitioner', TEXT, Buffer.from('org.apache.cassandra.dht.Murmur3Partitioner')],
  ['schema_version', UUID, Buffer.alloc(16, 1)],
  ['host_id', UUID, Buffer.alloc(16, 2)],
  ['rpc_address', INET, Buffer.from([127, 0, 0, 1])],
];

/** Result of kind rows, with column names and one table for all. */
const rowsOf = (columns: typeof LOCAL, count: number): Buffer =>
  Buffer.concat([
    int(2),
    int(1),
    int(columns.length),
    string('system'),
    string('local'),
    ...columns.flatMap(([name, type]) => [string(name), type]),
    int(count),
    ...Array.from({ length: count }, () => columns.map(([, , content]) => value(content))).flat(),
  ]);

const PREPARED = Buffer.concat([
  int(4),
  short(2),
  Buffer.from([7, 7]),
  int(1),
  int(3),
  string('glances'),
  string('testhost'),
  string('plugin'),
  TEXT,
  string('time'),
  TIMEUUID,
  string('stat'),
  MAP_TEXT_FLOAT,
  // No columns come back.
  int(0),
  int(0),
]);

interface CassandraSetup {
  /** Reply to every login. */
  isClosed?: boolean;
  tls?: TlsOptions;
}

export async function startCassandra({
  isClosed = false,
  tls,
}: CassandraSetup = {}): Promise<CassandraServer> {
  const queries: string[] = [];
  const rows: CassandraServer['rows'] = [];
  const answer = (opcode: number, body: Buffer): [opcode: number, body: Buffer] => {
    const text = (): string => body.toString('utf8', 4, 4 + body.readInt32BE(0));
    if (opcode === OPCODE.authResponse) return [OPCODE.error, BAD_CREDENTIALS];
    if (isClosed && opcode === OPCODE.startup) return [OPCODE.authenticate, string(AUTHENTICATOR)];
    if (opcode === OPCODE.options) return [OPCODE.supported, short(0)];
    if (opcode === OPCODE.query && /FROM system\.local/i.test(text()))
      return [OPCODE.result, rowsOf(LOCAL, 1)];
    if (opcode === OPCODE.query && /FROM system/i.test(text())) return [OPCODE.result, rowsOf([], 0)];
    if (opcode === OPCODE.query || opcode === OPCODE.prepare) queries.push(text());
    if (opcode === OPCODE.prepare) return [OPCODE.result, PREPARED];
    if (opcode === OPCODE.execute) rows.push(boundTo(body));
    return opcode === OPCODE.query || opcode === OPCODE.execute
      ? [OPCODE.result, VOID]
      : [OPCODE.ready, Buffer.alloc(0)];
  };
  const serve = (socket: Socket): void => {
    let waiting: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= HEADER && waiting.length >= HEADER + waiting.readInt32BE(5)) {
        const [head, body] = [
          waiting.subarray(0, HEADER),
          waiting.subarray(HEADER, HEADER + waiting.readInt32BE(5)),
        ];
        waiting = waiting.subarray(HEADER + body.length);
        const [opcode, reply] = answer(head[4] ?? 0, body);
        socket.write(
          Buffer.concat([
            Buffer.from([0x83, 0, head[2] ?? 0, head[3] ?? 0, opcode]),
            int(reply.length),
            reply,
          ]),
        );
      }
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as { port: number }).port, queries, rows };
}

/** Identity of the statement, consistency, flags, then three values, each behind its size. */
function boundTo(body: Buffer): CassandraServer['rows'][number] {
  let at = 2 + body.readInt16BE(0) + 3;
  if (body.readInt16BE(at) !== 3) throw new Error('not three values');
  at += 2;
  const next = (): Buffer => {
    const size = body.readInt32BE(at);
    at += 4 + size;
    return body.subarray(at - size, at);
  };
  const [plugin, time, map] = [next(), next(), next()];
  return [plugin.toString('utf8'), time.toString('hex'), mapIn(map)];
}

function mapIn(bytes: Buffer): Record<string, number> {
  const found: Record<string, number> = {};
  let at = 4;
  const next = (): Buffer => {
    const size = bytes.readInt32BE(at);
    at += 4 + size;
    return bytes.subarray(at - size, at);
  };
  for (let left = bytes.readInt32BE(0); left > 0; left -= 1) {
    const name = next().toString('utf8');
    found[name] = next().readFloatBE(0);
  }
  if (at !== bytes.length) throw new Error('a map with more than it says');
  return found;
}
