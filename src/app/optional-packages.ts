/** Packages that single exporters need, with the major versions that are tested. They are peer dependencies, and optional. */
export const OPTIONAL_PACKAGES: Readonly<Record<string, string>> = {
  mqtt: '5',
  '@nats-io/transport-node': '3',
  amqplib: '2',
  postgres: '3',
  kafkajs: '2',
  mongodb: '7',
  'cassandra-driver': '4',
  '@duckdb/node-api': '1',
  zeromq: '6',
};
