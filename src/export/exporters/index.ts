/** All exporters, sorted by name. */
import cassandra from './cassandra/cassandra.ts';
import clickhouse from './clickhouse/clickhouse.ts';
import couchdb from './couchdb/couchdb.ts';
import csv from './csv/csv.ts';
import duckdb from './duckdb/duckdb.ts';
import elasticsearch from './elasticsearch/elasticsearch.ts';
import type { Exporter } from './exporter.ts';
import graph from './graph/graph.ts';
import graphite from './graphite/graphite.ts';
import influxdb from './influxdb/influxdb.ts';
import influxdb2 from './influxdb2/influxdb2.ts';
import influxdb3 from './influxdb3/influxdb3.ts';
import json from './json/json.ts';
import kafka from './kafka/kafka.ts';
import mongodb from './mongodb/mongodb.ts';
import mqtt from './mqtt/mqtt.ts';
import nats from './nats/nats.ts';
import opentsdb from './opentsdb/opentsdb.ts';
import otlp from './otlp/otlp.ts';
import postgresql from './postgresql/postgresql.ts';
import prometheus from './prometheus/prometheus.ts';
import rabbitmq from './rabbitmq/rabbitmq.ts';
import redis from './redis/redis.ts';
import remoteWrite from './remote-write/remote-write.ts';
import restful from './restful/restful.ts';
import riemann from './riemann/riemann.ts';
import statsd from './statsd/statsd.ts';
import timescaledb from './timescaledb/timescaledb.ts';
import zeromq from './zeromq/zeromq.ts';

export const EXPORTERS: readonly Exporter[] = [
  cassandra,
  clickhouse,
  couchdb,
  csv,
  duckdb,
  elasticsearch,
  graph,
  graphite,
  influxdb,
  influxdb2,
  influxdb3,
  json,
  kafka,
  mongodb,
  mqtt,
  nats,
  opentsdb,
  otlp,
  postgresql,
  prometheus,
  rabbitmq,
  redis,
  remoteWrite,
  restful,
  riemann,
  statsd,
  timescaledb,
  zeromq,
];
