/** Texts of the exporters' pages beyond their declarations. */

export interface ExporterText {
  /** Name of the target. */
  readonly title: string;
  /** A complete configuration: its own keys and their values. */
  readonly example: Readonly<Record<string, string>>;
  /** Facts beyond the keys, a sentence or two each. */
  readonly notes?: readonly string[];
  /** What tests of this exporter run against. */
  readonly tested: string;
  /** Property that identifies a batch that is sent twice; absent: none. */
  readonly repeated?: string;
  /** Another section of the page, as Markdown. */
  readonly more?: string;
}

const SERIES_AND_TIME = 'series and time';
const WORDS =
  'Names hold items as words: `/` becomes `_`. An item with a `_` that loses another character too (`/a_b`) ends in six digits of a hash, as do items whose words are the same.';
const WITHOUT_VALUES =
  'A plugin without values, such as `gpu` on most machines, is an object without members.';
const TIME_AND_HOST = 'Each message has the members `time` (when the values were read) and `hostname`.';
const TLS_BY_CA =
  'Connects over TLS when `ca_file` is set (`/etc/ssl/certs/ca-certificates.crt` for public authorities).';
const SLASHES =
  'In tags, a backslash before a comma, a blank, `=` or the end becomes a slash, since databases read it in different ways.';

const HOME_ASSISTANT = `## Home Assistant

With \`discovery = True\` the values appear in Home Assistant as entities of one device. It needs the integration MQTT and a broker.
[examples/home-assistant/mqtt](../../examples/home-assistant/mqtt/gander.conf) has the configuration and two automations.

- One retained message describes the device (\`homeassistant/device/gander_<id>/config\`, Home Assistant 2024.12 or newer).
  \`discovery_form = component\` sends one per entity for older versions. Items that have gone are withdrawn.
- The message is sent again when something changes, when Home Assistant starts, and after a lost connection.
- States are one retained topic per plugin. Entities of constants and minor fields are disabled at first.
- \`alert_warning\` and \`alert_critical\` are on while an alert of that level is ongoing.
- The device is unavailable once the connection ends, and a value is unknown after three missed cycles.

Tests compare the messages with the documented keys. They do not run Home Assistant itself.`;

const CONVENTIONS = `## Names

Metrics have the names of OpenTelemetry's conventions where there is one, also for kernel counters that no plugin shows
(\`system.cpu.time\`, \`system.disk.io_time\`, \`system.process.created\`). All others are \`gander.<plugin>.<field>\`.

CPU times are those of each core. States of memory, swap and file systems add up to the whole, so \`used\` memory is what is neither
free nor a cache.

Not sent: \`container.uptime\`, open files and context switches of processes, the process states \`stopped\` and \`defunct\`, and the
mode of file systems. Hosts on Amazon EC2 have \`host.image.id\`; other clouds name no image.

## Variables of OpenTelemetry

Keys that are not set follow \`OTEL_EXPORTER_OTLP_ENDPOINT\`, \`_HEADERS\`, \`_PROTOCOL\` and \`_COMPRESSION\`, each also with \`_METRICS_\`
for metrics alone, and \`OTEL_RESOURCE_ATTRIBUTES\` and \`OTEL_SERVICE_NAME\`.`;

export const EXPORTER_TEXTS: Readonly<Record<string, ExporterText>> = {
  cassandra: {
    title: 'Cassandra',
    example: {
      host: 'db.example.org',
      keyspace: 'gander',
      username: 'gander',
      password_file: '/etc/gander/cassandra.password',
    },
    notes: [
      TLS_BY_CA,
      'The certificates of all nodes must have the name in `host`, or the address of the node.',
    ],
    tested: 'a stand-in that reads the protocol, also over TLS with certificates on both sides',
    repeated: 'the key of the row',
  },
  clickhouse: {
    title: 'ClickHouse',
    example: {
      host: 'db.example.org',
      protocol: 'https',
      port: '8443',
      db: 'gander',
      password_file: '/etc/gander/clickhouse.password',
    },
    tested: 'ClickHouse 18.16; deduplication tokens against a receiver, since that version has none',
    repeated:
      '`insert_deduplication_token`, from ClickHouse 22.2, in replicated tables and in those that Gander creates',
  },
  couchdb: {
    title: 'CouchDB',
    example: {
      host: 'db.example.org',
      db: 'gander',
      user: 'gander',
      password_file: '/etc/gander/couchdb.password',
    },
    notes: ['A member whose name would begin with `_` begins with `._`.'],
    tested: "PouchDB's server, which has the same API",
    repeated: 'the id of the document',
  },
  csv: {
    title: 'CSV file',
    example: { file: '/var/lib/gander/values.csv' },
    notes: [
      'The file must not be a symbolic link or a pipe.',
      'The columns of a file stay as they are. Later items (an interface, a container) are left out, and `/api/exporters` says so. Move the file away to have them.',
      'Otherwise a new day (UTC) begins a second file, with its time in the name. Columns of a plugin that had none begin that file at once.',
    ],
    tested: 'files, and disks that fail',
  },
  duckdb: {
    title: 'DuckDB',
    example: { database: '/var/lib/gander/values.duckdb' },
    tested: 'DuckDB 1.5',
    repeated: 'a unique index of the tables that Gander creates',
  },
  elasticsearch: {
    title: 'Elasticsearch and OpenSearch',
    example: {
      scheme: 'https',
      host: 'search.example.org',
      index: 'gander',
      values: 'number',
      api_key_file: '/etc/gander/elasticsearch.key',
    },
    notes: [
      'If the target temporarily rejects part of a batch, only the rest of the documents is sent again.',
    ],
    tested: 'recorded requests, and a receiver that rejects documents',
    repeated: 'the id of the document',
  },
  graph: {
    title: 'SVG charts',
    example: { path: '/var/www/gander', generate_every: '60' },
    tested: 'Chromium',
  },
  graphite: {
    title: 'Graphite',
    example: { host: 'carbon.example.org', prefix: 'gander' },
    notes: [WORDS, '`system_name = -` leaves the host out of the names, for dashboards of one host.'],
    tested: 'carbon 1.1 and VictoriaMetrics 1.79',
    repeated: SERIES_AND_TIME,
  },
  influxdb: {
    title: 'InfluxDB 1',
    example: {
      host: 'influx.example.org',
      db: 'gander',
      user: 'gander',
      password_file: '/etc/gander/influxdb.password',
    },
    notes: [SLASHES],
    tested: 'InfluxDB 1.6 and VictoriaMetrics',
    repeated: SERIES_AND_TIME,
  },
  influxdb2: {
    title: 'InfluxDB 2',
    example: {
      host: 'influx.example.org',
      protocol: 'https',
      org: 'home',
      bucket: 'servers',
      token_file: '/etc/gander/influxdb2.token',
    },
    notes: [SLASHES],
    tested: 'VictoriaMetrics, which has the same address and protocol',
    repeated: SERIES_AND_TIME,
  },
  influxdb3: {
    title: 'InfluxDB 3',
    example: {
      host: 'https://influx.example.org:8181',
      database: 'servers',
      token_file: '/etc/gander/influxdb3.token',
    },
    notes: [SLASHES],
    tested: 'recorded requests only',
    repeated: SERIES_AND_TIME,
  },
  json: {
    title: 'JSON file',
    example: { file: '/run/gander/values.json' },
    notes: [
      'The file is replaced in one step and keeps its permissions. Gander writes to pipes and devices (`/dev/stdout`) directly.',
      WITHOUT_VALUES,
    ],
    tested: 'files, pipes, and disks that fail',
  },
  kafka: {
    title: 'Kafka',
    example: {
      host: 'kafka.example.org',
      tls: 'True',
      port: '9093',
      topic: 'gander',
      user: 'gander',
      password_file: '/etc/gander/kafka.password',
    },
    notes: [
      TIME_AND_HOST,
      WITHOUT_VALUES,
      'The idempotent producer of `kafkajs` is experimental, and recognises no repetition over a new connection. Gander does not use it.',
    ],
    tested: "the broker of librdkafka's tests, read with kcat",
    repeated: 'the header `message-id`, by consumers',
  },
  mongodb: {
    title: 'MongoDB',
    example: {
      host: 'db.example.org',
      db: 'gander',
      user: 'gander',
      password_file: '/etc/gander/mongodb.password',
    },
    notes: ['Each document has the time and the host.', TLS_BY_CA],
    tested: 'a stand-in that reads the protocol, also over TLS with certificates on both sides',
    repeated: 'the id of the document',
  },
  mqtt: {
    title: 'MQTT',
    example: {
      host: 'broker.example.org',
      port: '8883',
      tls: 'True',
      user: 'gander',
      password_file: '/etc/gander/mqtt.password',
      topic: 'gander',
      topic_structure: 'per-plugin',
    },
    notes: [
      'Only current values are published: a topic has no time. Of the values of an outage, only the newest are sent.',
      WORDS,
    ],
    tested: 'mosquitto 2.0',
    repeated: 'its topic, which holds one value',
    more: HOME_ASSISTANT,
  },
  nats: {
    title: 'NATS',
    example: { host: 'tls://nats.example.org:4222', prefix: 'gander', token_file: '/etc/gander/nats.token' },
    notes: [TIME_AND_HOST, WITHOUT_VALUES],
    tested: 'nats-server 2.9, with JetStream',
    repeated: 'the header `Nats-Msg-Id`, with JetStream, within the window of the stream',
  },
  opentsdb: {
    title: 'OpenTSDB',
    example: { host: 'tsdb.example.org', prefix: 'gander' },
    notes: [WORDS],
    tested: 'VictoriaMetrics, which has the same protocol',
    repeated: SERIES_AND_TIME,
  },
  otlp: {
    title: 'OpenTelemetry (OTLP)',
    example: {
      endpoint: 'https://collector.example.org:4318',
      resource_attributes: 'deployment.environment.name:production',
    },
    notes: [
      'Each container is a separate resource, and so is each process that `[processlist] export` selects.',
      '`service.instance.id` is derived from `/etc/machine-id`.',
    ],
    tested: "protoc, OpenTelemetry's own serializer and a receiver; no Collector was available",
    more: CONVENTIONS,
  },
  postgresql: {
    title: 'PostgreSQL',
    example: {
      host: 'db.example.org',
      db: 'gander',
      user: 'gander',
      password_file: '/etc/gander/postgresql.password',
    },
    notes: [TLS_BY_CA],
    tested: 'PostgreSQL 15, also over TLS with certificates on both sides',
    repeated: 'a unique index of the tables that Gander creates',
  },
  prometheus: {
    title: 'Prometheus, a separate port',
    example: { port: '9091', labels: 'src:gander' },
    notes: ['With `-w`, use [`/metrics`](../exporting.md#metrics) instead: it needs no exporter.'],
    tested: 'promtool',
  },
  rabbitmq: {
    title: 'RabbitMQ',
    example: {
      host: 'mq.example.org',
      protocol: 'amqps',
      port: '5671',
      user: 'gander',
      password_file: '/etc/gander/rabbitmq.password',
      queue: 'gander',
    },
    notes: [
      'The queue is durable; messages are persistent and confirmed. Delete a queue of this name that is not durable first. Programs that declare it must declare it durable.',
    ],
    tested: 'RabbitMQ 3.10',
    repeated: 'the property `message_id`, by consumers',
  },
  redis: {
    title: 'Redis and Valkey',
    example: { host: 'redis.example.org', tls: 'True', password_file: '/etc/gander/redis.password' },
    notes: ['The streams are `gander:<host>:<plugin>`. The id of an entry is its time.'],
    tested: 'Redis 7.0',
    repeated: 'the id of the entry',
  },
  remote_write: {
    title: 'Prometheus remote write',
    example: {
      url: 'https://metrics.example.org/api/v1/write',
      user: 'gander',
      password_file: '/etc/gander/remote_write.password',
    },
    notes: [
      '`protocol = 2` sends remote write 2.0. Targets that do not know it get 1.0.',
      'Prometheus rejects values an hour older than its newest, unless it has `out_of_order_time_window`. Where it rejects a batch as too old, Gander drops older batches too.',
      'A hub can [read these values back](../running-a-hub.md#history-from-a-database) and chart any host.',
    ],
    tested: 'Prometheus 2.42 and VictoriaMetrics; 2.0 with protoc and a receiver',
    repeated: SERIES_AND_TIME,
  },
  restful: {
    title: 'Any HTTP server',
    example: { host: 'collector.example.org', protocol: 'https', port: '443', path: '/gander' },
    notes: ['`time` and `hostname` are beside the plugins.', WITHOUT_VALUES],
    tested: 'a receiver of the tests',
  },
  riemann: {
    title: 'Riemann',
    example: { host: 'riemann.example.org' },
    tested: "a receiver made with Riemann's C library",
  },
  statsd: {
    title: 'StatsD',
    example: { host: 'statsd.example.org', prefix: 'gander' },
    notes: [WORDS, '`system_name = -` leaves the host out of the names, for dashboards of one host.'],
    tested: 'statsd 0.9',
  },
  timescaledb: {
    title: 'TimescaleDB',
    example: {
      host: 'db.example.org',
      db: 'gander',
      user: 'gander',
      password_file: '/etc/gander/timescaledb.password',
    },
    notes: ['A repeated row stays as it is.', TLS_BY_CA],
    tested: 'PostgreSQL 15 without the extension',
    repeated: 'a unique index of the tables that Gander creates',
  },
  zeromq: {
    title: 'ZeroMQ',
    example: { host: '127.0.0.1', port: '5678' },
    notes: [TIME_AND_HOST, WITHOUT_VALUES],
    tested: 'libzmq 4.3',
  },
};
