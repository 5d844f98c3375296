/** Databases and receivers over HTTP. */
import { gunzipSync } from 'node:zlib';
import snappy from 'snappyjs';
import {
  contentOf,
  fieldNumber,
  fieldsIn,
  membersOf,
} from '../../../src/export/exporters/shared/protobuf.ts';
import { openHttpSink, type SinkReply, type SinkRequest } from '../http-sink.ts';
import {
  isUnwelcome,
  linesOf,
  numbersOf,
  type Peer,
  REASON,
  SECRET,
  Store,
  type Stored,
  strictly,
} from './peer.ts';

type Json = Record<string, unknown>;

interface Service extends Partial<Pick<Peer, 'hasIds' | 'resolution' | 'keepsNames' | 'isAllOrNothing'>> {
  /** Values of a request, or the reply to one without. */
  read(request: SinkRequest): readonly Stored[] | string;
  /** Reply to values; default: all or nothing. */
  reply?(values: readonly Stored[], request: SinkRequest): SinkReply;
  options?(port: number): Json;
}

/** With a password wherever an address fits. */
const addressOf = (port: number): URL =>
  new URL(`http://me:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/`);
const atHost = (port: number): Json => ({ host: '127.0.0.1', port });
const wholly = (values: readonly Stored[]): SinkReply =>
  isUnwelcome(values) ? { status: 400, body: JSON.stringify({ error: REASON }) } : { status: 200 };

const service =
  ({ read, reply = wholly, options = atHost, ...traits }: Service) =>
  async (): Promise<Peer> => {
    const store = new Store();
    const problems: unknown[] = [];
    const answer = (request: SinkRequest): SinkReply => {
      if (store.mood === 'down') return { status: 503, body: `busy, ${SECRET}` };
      const found = read(request);
      if (typeof found === 'string') return { status: 200, body: found };
      const given = reply(found, request);
      if (typeof given === 'function' || given.status < 300)
        store.values.push(...found.filter((value) => !isUnwelcome([value])));
      return store.mood === 'lost' ? (response) => response.destroy() : given;
    };
    const sink = await openHttpSink((index) => {
      try {
        return answer(sink.requests[index] as SinkRequest);
      } catch (error) {
        problems.push(error);
        return { status: 500 };
      }
    });
    return {
      options: options(sink.port),
      fails: 'replies',
      refuses: true,
      hasIds: false,
      resolution: 1,
      keepsNames: true,
      ...traits,
      set: async (mood) => void (store.mood = mood),
      async stored() {
        if (problems.length > 0) throw problems[0];
        return store.values;
      },
      close: async () => sink.close(),
    };
  };

const json = ({ body }: SinkRequest): Json => JSON.parse(body) as Json;

/** `measurement,tag=value field=value 1700000000`: tags and fields, with their escapes. */
function lineValues(line: string): Stored[] {
  const [head = '', fields = '', time = ''] = strictly(
    /^((?:\\[,= ]|[^ \n])+) ((?:[^"\n]|"(?:\\["\\]|[^"\\\n])*")+) (\d{10})$/,
    line,
  );
  const [measurement, ...tags] = head.split(/(?<!\\),/);
  for (const tag of tags) strictly(/^((?:\\[,= ]|[^=,])+)=((?:\\[,= ]|[^=,])+)$/, tag);
  const name = [measurement, ...tags].join('|').replaceAll(/\\([,= ])/g, '$1');
  return [...fields.matchAll(/((?:\\[,= ]|[^=, ])+)=("(?:\\["\\]|[^"\\])*"|[^",]+)(?:,|$)/g)].flatMap(
    ([, field, value = '']) =>
      value.startsWith('"')
        ? []
        : [
            {
              name: `${name}|${field}`,
              value: Number(value),
              time: Number(time) * 1000,
              // A point of the same series and time replaces the earlier one.
              id: `${head} ${field} ${time}`,
            },
          ],
  );
}

const influx = (options: (port: number) => Json = atHost) =>
  service({
    read: ({ bytes }) => linesOf(gunzipSync(bytes)).flatMap(lineValues),
    options: (port) => ({ ...options(port), org: 'o', bucket: 'b', user: 'me' }),
    hasIds: true,
    resolution: 1000,
    // Blanks for line feeds, slashes for backslashes at an end.
    keepsNames: false,
  });

/** Series of `WriteRequest`: labels = 1 { name = 1, value = 2 }, samples = 2 { value = 1, timestamp = 2 }. */
function seriesValues(series: Uint8Array): Stored[] {
  const fields = fieldsIn(contentOf(series)) ?? [];
  const labels = fields
    .filter((field) => fieldNumber(field) === 1)
    .map((field) =>
      [...(membersOf(contentOf(field))?.values() ?? [])].map((text) =>
        Buffer.from(text as Uint8Array).toString(),
      ),
    );
  return fields
    .filter((field) => fieldNumber(field) === 2)
    .map(contentOf)
    .map((sample) => {
      const time = membersOf(sample)?.get(2) as number;
      const value = Buffer.from(sample).readDoubleLE(1);
      return { name: labels.join('|'), value, time, id: `${JSON.stringify(labels)} ${time}` };
    })
    .filter(({ value }) => !Number.isNaN(value));
}

interface OtlpPoint {
  attributes: { key: string; value: Json }[];
  timeUnixNano: string;
  asDouble: number;
}
interface OtlpMetric {
  name: string;
  gauge?: { dataPoints: OtlpPoint[] };
}

export const HTTP = {
  clickhouse: service({
    read({ path, body }) {
      const query = new URL(path, 'http://h').searchParams;
      const insertion = query.get('query');
      if (insertion === null) {
        if (body.includes('system.settings')) return '1\n';
        // Names are in quotes, in which only quotes and backslashes are special.
        const bare = body.replaceAll(/`(?:\\[`\\]|[^`\\])*`|'(?:\\['\\]|[^'\\])*'/g, '');
        strictly(/^(?:CREATE|ALTER|SELECT) [\w\s().,=]*$/, bare);
        return body.startsWith('SELECT') ? '{"data":[]}' : '';
      }
      const [table = ''] = strictly(/^INSERT INTO `\w+`\.`(\w+)` FORMAT JSONEachRow$/, insertion);
      return linesOf(Buffer.from(body)).flatMap((line, index) => {
        const { time, ...row } = JSON.parse(line) as Json & { time: number };
        const id = `${query.get('insert_deduplication_token')} ${index}`;
        return numbersOf(table, row, { time: time * 1000, id });
      });
    },
    hasIds: true,
    resolution: 1000,
  }),
  couchdb: service({
    read: (request) =>
      (json(request)['docs'] as Json[]).flatMap(({ _id, time, ...doc }) =>
        numbersOf('', doc, { time: Date.parse(String(time)), id: String(_id) }),
      ),
    reply: (_, request) => ({
      status: 201,
      body: JSON.stringify(
        (json(request)['docs'] as Json[]).map(({ _id: id, type }) =>
          type === 'unwelcome' ? { id, error: 'forbidden', reason: REASON } : { id, ok: true },
        ),
      ),
    }),
    hasIds: true,
  }),
  elasticsearch: service({
    read: ({ bytes }) => {
      const lines = linesOf(bytes).map((line) => JSON.parse(line) as Json);
      return lines.flatMap((action, index) => {
        if (index % 2 === 1) return [];
        const { timestamp, ...doc } = lines[index + 1] ?? {};
        const { _id: id } = action['index'] as { _id: string };
        return numbersOf('', doc, { time: Date.parse(String(timestamp)), id });
      });
    },
    reply: (values, { bytes }) => ({
      status: 200,
      body: JSON.stringify({
        errors: isUnwelcome(values),
        items: linesOf(bytes)
          .filter((_, index) => index % 2 === 1)
          .map((line) => ({
            index: line.includes('unwelcome') ? { status: 400, error: { reason: REASON } } : { status: 201 },
          })),
      }),
    }),
    options: (port) => ({ ...atHost(port), values: 'number' }),
    hasIds: true,
  }),
  influxdb: influx(),
  influxdb2: influx(),
  influxdb3: influx((port) => ({ host: addressOf(port) })),
  otlp: service({
    read: (request) =>
      (json(request)['resourceMetrics'] as { scopeMetrics: { metrics: OtlpMetric[] }[] }[])
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
        .flatMap(({ name, gauge }) =>
          (gauge?.dataPoints ?? []).map(({ attributes, timeUnixNano, asDouble }) => {
            const all = [name, ...attributes.map(({ value }) => value['stringValue'])].join('|');
            return {
              name: all,
              value: asDouble,
              time: Number(BigInt(timeUnixNano) / 1_000_000n),
              // A series has one value per time.
              id: `${all} ${timeUnixNano}`,
            };
          }),
        ),
    options: (port) => ({
      endpoint: addressOf(port),
      metrics_endpoint: undefined,
      protocol: 'http/json',
      compression: 'none',
    }),
    hasIds: true,
    isAllOrNothing: true,
  }),
  remote_write: service({
    read: ({ bytes }) =>
      (fieldsIn(Uint8Array.from(snappy.uncompress(Uint8Array.from(bytes)))) ?? [])
        .filter((field) => fieldNumber(field) === 1)
        .flatMap(seriesValues),
    options: (port) => ({ url: addressOf(port) }),
    hasIds: true,
  }),
  restful: service({
    read(request) {
      const { time, hostname, ...plugins } = json(request);
      return Object.entries(plugins).flatMap(([plugin, map]) =>
        numbersOf(plugin, map as Json, {
          time: Date.parse(String(time)),
          id: `${String(hostname)} ${String(time)} ${plugin}`,
        }),
      );
    },
    hasIds: true,
    isAllOrNothing: true,
  }),
} as const;
