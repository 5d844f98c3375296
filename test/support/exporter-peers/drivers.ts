/** Servers that exporters reach through optional packages: the part of each package that they call. */
import { loading } from '../fake-package.ts';
import { numbersOf, type Peer, REASON, Store, type Stored, strictly } from './peer.ts';

type Traits = Partial<Pick<Peer, 'fails' | 'refuses' | 'hasIds' | 'resolution' | 'keepsNames' | 'options'>>;

const driver =
  (partOf: (store: Store) => object, traits: Traits = {}) =>
  async (): Promise<Peer> => {
    const store = new Store();
    return {
      options: {},
      load: loading(partOf(store)),
      fails: 'replies',
      refuses: true,
      hasIds: true,
      resolution: 1,
      keepsNames: true,
      ...traits,
      set: async (mood) => {
        if (traits.fails !== 'never') store.mood = mood;
      },
      stored: async () => store.values,
      close: async () => {},
    };
  };

/** An error of the package with these members. */
const failure = (members: object, message = REASON) => Object.assign(new Error(message), members);

/** A message of JSON with its time and host. */
function documentValues(plugin: string, text: string, id: string | null): Stored[] {
  const { time, ...map } = JSON.parse(text) as Record<string, unknown>;
  return numbersOf(plugin, map, { time: Date.parse(String(time)), id });
}

const QUOTED = /"((?:[^"]|"")*)"/g;

/** One statement of the tables of SQL. */
function sql(
  store: Store,
  text: string,
  values: readonly unknown[],
  refuse: () => Error,
): Record<string, unknown>[] {
  store.reach();
  // All names are in quotes, and all values are bound.
  strictly(/^[\w\s(),.$='=>]*$/, text.replaceAll(QUOTED, 'x'));
  if (!text.startsWith('INSERT')) return [];
  const [table = '', ...columns] = [...text.matchAll(QUOTED)].map(([, name = '']) => name);
  const rows = Array.from({ length: values.length / columns.length }, (_, index) =>
    values.slice(index * columns.length, (index + 1) * columns.length),
  );
  const taken = rows.flatMap((row) => {
    const { time, ...map } = Object.fromEntries(columns.map((name, index) => [name, row[index]]));
    const texts = row.filter((value) => typeof value === 'string').join('|');
    // Of the unique index.
    return numbersOf(table, map, { time: Date.parse(String(time)), id: `${table} ${texts}` });
  });
  store.take(taken, refuse);
  return [];
}

const postgres = driver((store) => ({
  default: () => ({
    unsafe: async (text: string, values: readonly unknown[] = []) =>
      sql(store, text, values, () => failure({ code: '22P02' })),
    end: async () => {},
  }),
}));

/** 100 ns between 1582-10-15 and 1970. */
const EPOCH = 122_192_928_000_000_000n;
const timeOf = (uuid: string): number => {
  const [low, middle, high = ''] = uuid.split('-');
  return Number((BigInt(`0x${high.slice(1)}${middle}${low}`) - EPOCH) / 10_000n);
};

export const DRIVERS = {
  cassandra: driver(
    (store) => ({
      Client: class {
        async connect() {
          store.reach();
        }
        async execute(text: string, values?: readonly [string, string, Record<string, number>]) {
          store.reach();
          strictly(/^[\w\s(),.?':{}=<>]*$/, text.replaceAll(QUOTED, 'x'));
          if (values === undefined) return;
          const [plugin, id, stat] = values;
          store.take(numbersOf(plugin, stat, { time: timeOf(id), id: `${plugin} ${id}` }));
        }
        async shutdown() {}
      },
      types: { TimeUuid: { fromString: (text: string) => text } },
      policies: { loadBalancing: { RoundRobinPolicy: Object } },
    }),
    {
      refuses: 'an invalid row and an unsuitable table have one code, so that values wait for another table',
    },
  ),
  duckdb: driver((store) => {
    const client = {
      runAndReadAll: async (text: string, values: readonly unknown[] = []) => {
        const rows = sql(store, text, values, () => new Error(`Conversion Error: ${REASON}`));
        return { getRowObjects: () => rows };
      },
      closeSync: () => {},
    };
    return { DuckDBInstance: { create: async () => ({ connect: async () => client, closeSync: () => {} }) } };
  }),
  kafka: driver((store) => ({
    logLevel: { NOTHING: 0 },
    CompressionTypes: { GZIP: 1, None: 0 },
    Kafka: class {
      producer() {
        return {
          connect: async () => store.reach(),
          disconnect: async () => {},
          async send({
            messages,
          }: {
            messages: { key: string; value: string; headers: Record<string, string> }[];
          }) {
            store.take(
              messages.flatMap(({ key, value, headers }) =>
                documentValues(key, value, headers['message-id'] ?? null),
              ),
              () => failure({ type: 'INVALID_RECORD' }),
            );
          },
        };
      }
    },
  })),
  mongodb: driver((store) => ({
    MongoClient: class {
      async connect() {
        store.reach();
      }
      db() {
        const insertOne = async (plugin: string, { _id: id, time, ...map }: { _id: string; time: Date }) => {
          if (store.values.some((value) => value.id === id)) throw failure({ code: 11_000 }, 'duplicate key');
          store.take(numbersOf(plugin, map, { time: time.getTime(), id }), () =>
            failure({ code: 121, name: 'MongoServerError' }),
          );
        };
        return {
          collection: (plugin: string) => ({ insertOne: (document: never) => insertOne(plugin, document) }),
        };
      }
      async close() {}
    },
  })),
  mqtt: driver(
    (store) => ({
      async connectAsync() {
        store.reach();
        return {
          on: () => {},
          endAsync: async () => {},
          async publishAsync(topic: string, text: string, { qos }: { qos: number }) {
            const [last] = strictly(/^glances(?:\/[^/+#\0]+){1,3}\/([^/+#\0]+)$/, topic);
            const values = /^[\d.]+$/.test(text)
              ? [{ name: topic, value: Number(text), time: null, id: null }]
              : [];
            // The last message of a batch is the one that is acknowledged.
            if (qos === 1 && last !== 'availability') store.take(values);
            else store.values.push(...values);
          },
        };
      },
    }),
    {
      refuses: 'MQTT 3.1.1 has no reply for a single message',
      hasIds: false,
      resolution: null,
      keepsNames: false,
    },
  ),
  nats: driver((store) => ({
    headers: () => new Map<string, string>(),
    async connect() {
      store.reach();
      let waiting: Stored[] = [];
      return {
        info: { headers: true },
        status: async function* () {},
        close: async () => {},
        publish(subject: string, text: string, { headers }: { headers: Map<string, string> }) {
          const [plugin = ''] = strictly(/^glances\.([^\s.*>]+)$/, subject);
          const values = documentValues(plugin, text, headers.get('Nats-Msg-Id') ?? null);
          if (plugin === 'unwelcome')
            throw failure({ name: 'InvalidArgumentError' }, `'payload' max_payload size exceeded: ${REASON}`);
          waiting.push(...values);
        },
        async flush() {
          const values = waiting;
          waiting = [];
          store.take(values);
        },
      };
    },
  })),
  postgresql: postgres,
  rabbitmq: driver(
    (store) => ({
      async connect() {
        store.reach();
        const waiting: Stored[] = [];
        const channel = {
          assertQueue: async () => {},
          sendToQueue(_: string, text: Buffer, { messageId }: { messageId: string }) {
            const pairs = text
              .toString()
              .split(', ')
              .map((pair) => strictly(/^([^=,\r\n]+)=([^=,\r\n]+)$/, pair) as [string, string]);
            const { hostname: _host, name = '', dateinfo = '', ...numbers } = Object.fromEntries(pairs);
            const map = Object.fromEntries(
              Object.entries(numbers).map(([key, value]) => [key, Number(value)]),
            );
            waiting.push(...numbersOf(name, map, { time: Date.parse(`${dateinfo}Z`), id: messageId }));
          },
          waitForConfirms: async () =>
            store.take(waiting.splice(0), () =>
              failure(
                {},
                `Channel closed by server: 406 (PRECONDITION-FAILED) with message "PRECONDITION_FAILED - message size 9 is larger than configured max size 8, ${REASON}"`,
              ),
            ),
        };
        return { on: () => {}, createConfirmChannel: async () => channel, close: async () => {} };
      },
    }),
    { keepsNames: false },
  ),
  timescaledb: postgres,
  zeromq: driver(
    (store) => ({
      Publisher: class {
        async bind() {}
        async send([, plugin, text]: [string, string, string]) {
          store.take(documentValues(plugin, text, null));
        }
        close() {}
      },
    }),
    { fails: 'never', refuses: 'nothing is answered', hasIds: false },
  ),
} as const;
