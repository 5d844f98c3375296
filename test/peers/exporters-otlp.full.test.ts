/** OTLP and remote write 2.0, decoded by protoc. */
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { gunzipSync } from 'node:zlib';
import snappy from 'snappyjs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Payload } from '../../src/export/exporters/exporter.ts';
import { recordedCycles } from '../support/export-once.ts';
import { exporterNamed, openingOf } from '../support/exporter-opening.ts';
import { npmPeers } from '../support/npm-peers.ts';
import { decoded, messages, plain, PROTOC, type Raw, text } from '../support/protoc.ts';
import { hasProgram } from '../support/real-server.ts';

const TIME = Date.UTC(2026, 10, 22, 12);

/** The fields of the requests that we send, with the numbers that OpenTelemetry's protocol gives them. */
const SCHEMA = `syntax = "proto3";
message Any { oneof value { string string_value = 1; int64 int_value = 3; Array array_value = 5; } }
message Array { repeated Any values = 1; }
message Pair { string key = 1; Any value = 2; }
message Point {
  fixed64 start_time_unix_nano = 2;
  fixed64 time_unix_nano = 3;
  oneof value { double as_double = 4; sfixed64 as_int = 6; }
  repeated Pair attributes = 7;
}
message Gauge { repeated Point data_points = 1; }
message Sum { repeated Point data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message Metric {
  string name = 1;
  string description = 2;
  string unit = 3;
  oneof data { Gauge gauge = 5; Sum sum = 7; }
}
message Scope { string name = 1; string version = 2; }
message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; string schema_url = 3; }
message Resource { repeated Pair attributes = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; string schema_url = 3; }
message Request { repeated ResourceMetrics resource_metrics = 1; }
`;

/** In the form of JSON. */
const anyValue = (raw: Raw | undefined): object => {
  const [list] = messages(raw, 'array_value');
  if (list !== undefined) return { arrayValue: { values: messages(list, 'values').map(anyValue) } };
  const number = plain(raw, 'int_value');
  return number === undefined ? { stringValue: text(raw, 'string_value') } : { intValue: Number(number) };
};
const attributes = (raw: Raw | undefined) =>
  messages(raw, 'attributes').map((pair) => ({
    key: text(pair, 'key'),
    value: anyValue(messages(pair, 'value')[0]),
  }));
const points = (data: Raw, isSum: boolean) =>
  messages(data, 'data_points').map((point) => ({
    attributes: attributes(point),
    ...(isSum && { startTimeUnixNano: plain(point, 'start_time_unix_nano') }),
    timeUnixNano: plain(point, 'time_unix_nano'),
    asDouble: Number(plain(point, 'as_double')),
  }));
function metric(raw: Raw) {
  const [gauge] = messages(raw, 'gauge');
  const [sum] = messages(raw, 'sum');
  return {
    name: text(raw, 'name'),
    description: text(raw, 'description'),
    unit: text(raw, 'unit'),
    ...(gauge && { gauge: { dataPoints: points(gauge, false) } }),
    ...(sum && {
      sum: {
        dataPoints: points(sum, true),
        aggregationTemporality: Number(plain(sum, 'aggregation_temporality')),
        isMonotonic: plain(sum, 'is_monotonic') === 'true',
      },
    }),
  };
}
const request = (raw: Raw) => ({
  resourceMetrics: messages(raw, 'resource_metrics').map((resource) => ({
    resource: { attributes: attributes(messages(resource, 'resource')[0]) },
    scopeMetrics: messages(resource, 'scope_metrics').map((scope) => ({
      scope: {
        name: text(messages(scope, 'scope')[0], 'name'),
        version: text(messages(scope, 'scope')[0], 'version'),
      },
      metrics: messages(scope, 'metrics').map(metric),
      schemaUrl: text(scope, 'schema_url'),
    })),
    schemaUrl: text(resource, 'schema_url'),
  })),
});

/** The same values each time, of a machine with containers. */
async function recorded(): Promise<(options: Record<string, unknown>) => readonly Payload[]> {
  const exporter = exporterNamed('otlp');
  const cycle = (await recordedCycles('big-server'))(exporter, TIME);
  const families = cycle.families();
  return (options) => exporter.encoder(openingOf(exporter, options))({ ...cycle, families: () => families });
}

/** Addresses of this machine, but the same each time: other tests add and remove interfaces meanwhile. */
function holdInterfaces(): void {
  const spy = vi.spyOn(os, 'networkInterfaces').mockReturnValue(os.networkInterfaces());
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

describe.skipIf(!hasProgram(PROTOC))('OTLP', () => {
  it('is protobuf that protoc reads, and says the same as its JSON', async () => {
    const odd = new Map([['site', 'Köln "west"\n\\ \u{1F680}']]);
    const common = { compression: 'none', resource_attributes: odd, host_addresses: true };
    holdInterfaces();
    const payloadsOf = await recorded();
    const binary = payloadsOf({ ...common, protocol: 'http/protobuf' });
    const json = payloadsOf({ ...common, protocol: 'http/json' });
    expect(binary.length).toBe(json.length);
    let resources = 0;
    for (const [index, { bytes }] of binary.entries()) {
      const read = request(decoded(SCHEMA, bytes));
      const told = JSON.parse(Buffer.from(json[index]?.bytes ?? []).toString('utf8')) as ReturnType<
        typeof request
      >;
      // When counting began is the clock of the run.
      const settled = (value: object): object =>
        JSON.parse(
          JSON.stringify(value).replaceAll(/"startTimeUnixNano":"\d+"/g, '"startTimeUnixNano":"0"'),
        ) as object;
      expect(settled(read)).toEqual(settled(told));
      resources += read.resourceMetrics.length;
    }
    // That of the host in each request, and one of each container.
    expect(resources).toBeGreaterThan(binary.length + 2);
  });

  it('reaches a receiver that knows its content type, and what it refuses is counted', async () => {
    const seen: { path: string; type: string; names: string[] }[] = [];
    const server = createServer((incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const read = request(decoded(SCHEMA, gunzipSync(Buffer.concat(parts))));
        const names = read.resourceMetrics.flatMap(({ scopeMetrics }) =>
          scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
        );
        seen.push({ path: incoming.url ?? '', type: incoming.headers['content-type'] ?? '', names });
        // The reply of a Collector in protobuf.
        response.setHeader('content-type', 'application/x-protobuf');
        response.end(Buffer.from('0a0b08021207746f6f206f6c64', 'hex'));
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const exporter = exporterNamed('otlp');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
    const options = exporter.fromEnvironment?.({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) ?? {};
    const session = exporter.open(openingOf(exporter, options));
    const [payload] = (await recorded())(options);
    const context = { signal: AbortSignal.timeout(60_000), now: TIME };
    expect(await session.send(payload?.bytes ?? new Uint8Array(), context)).toMatchObject({
      kind: 'sent',
      answer: 'too old',
      refused: 2,
    });
    await session.close?.();
    expect(seen).toMatchObject([{ path: '/base/v1/metrics', type: 'application/x-protobuf' }]);
    expect(seen[0]?.names).toEqual(
      expect.arrayContaining(['system.memory.usage', 'system.cpu.load_average.1m']),
    );
  });
});

const modules = npmPeers();
/** The parts of OpenTelemetry's serializer that are used. */
interface Vendor {
  JsonMetricsSerializer: { serializeRequest(metrics: object): Uint8Array };
}
type Metrics = ReturnType<typeof request>['resourceMetrics'][number];
/** Only sums say when they began. */
type ToldPoint = ReturnType<typeof points>[number] & { startTimeUnixNano?: string };

/** Seconds and nanoseconds. */
const timeOf = (nanoseconds = '0') => [
  Number(BigInt(nanoseconds) / 1_000_000_000n),
  Number(BigInt(nanoseconds) % 1_000_000_000n),
];
const pairsOf = (list: ReturnType<typeof attributes>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0] as string | number]));

/** In the form in which OpenTelemetry's SDK hands metrics to its serializer. */
const sdkMetrics = ({ resource, scopeMetrics }: Metrics) => ({
  resource: { attributes: pairsOf(resource.attributes) },
  scopeMetrics: scopeMetrics.map(({ scope, schemaUrl, metrics }) => ({
    scope: { ...scope, schemaUrl },
    metrics: metrics.map(({ gauge, sum, ...descriptor }) => ({
      descriptor: { ...descriptor, valueType: 1 },
      aggregationTemporality: 1,
      dataPointType: gauge === undefined ? 3 : 2,
      isMonotonic: sum?.isMonotonic,
      dataPoints: ((gauge ?? sum) as { dataPoints: ToldPoint[] }).dataPoints.map((point) => ({
        startTime: timeOf(point.startTimeUnixNano),
        endTime: timeOf(point.timeUnixNano),
        attributes: pairsOf(point.attributes),
        value: point.asDouble,
      })),
    })),
  })),
});

describe.skipIf(modules === null)("OpenTelemetry's serializer", () => {
  it('makes the same of our metrics', async () => {
    const path = `${modules}/@opentelemetry/otlp-transformer/build/src/index.js`;
    const { default: vendor } = (await import(path)) as { default: Vendor };
    const payloads = (await recorded())({ compression: 'none', protocol: 'http/json' });
    for (const { bytes } of payloads) {
      const ours = JSON.parse(Buffer.from(bytes).toString('utf8')) as { resourceMetrics: Metrics[] };
      for (const group of ours.resourceMetrics) {
        const theirs = vendor.JsonMetricsSerializer.serializeRequest(sdkMetrics(group));
        const { schemaUrl: _, ...told } = group;
        expect(JSON.parse(Buffer.from(theirs).toString('utf8'))).toMatchObject({ resourceMetrics: [told] });
      }
    }
  });
});

/** As io.prometheus.write.v2 has them. */
const WRITE_SCHEMA = `syntax = "proto3";
message Sample { double value = 1; int64 timestamp = 2; int64 start_timestamp = 3; }
message Metadata {
  enum MetricType { UNSPECIFIED = 0; COUNTER = 1; GAUGE = 2; HISTOGRAM = 3; GAUGEHISTOGRAM = 4; SUMMARY = 5; INFO = 6; STATESET = 7; }
  MetricType type = 1;
  uint32 help_ref = 3;
  uint32 unit_ref = 4;
}
message TimeSeries { repeated uint32 labels_refs = 1; repeated Sample samples = 2; Metadata metadata = 5; }
message Request { reserved 1 to 3; repeated string symbols = 4; repeated TimeSeries timeseries = 5; }
`;

describe.skipIf(!hasProgram(PROTOC))('remote write 2.0', () => {
  it('is protobuf that protoc reads: labels, types, help and units of all series', async () => {
    const exporter = exporterNamed('remote_write');
    const cycle = (await recordedCycles())(exporter, TIME);
    const families = cycle.families();
    const options = { url: new URL('http://localhost/'), protocol: '2' };
    const payloads = exporter.encoder(openingOf(exporter, options))({ ...cycle, families: () => families });
    const read = payloads.flatMap(({ bytes }) => {
      const raw = decoded(WRITE_SCHEMA, snappy.uncompress(bytes));
      const symbols = (raw.get('symbols') ?? []).map((_, index, all) =>
        text(new Map([['symbol', [all[index] ?? '']]]), 'symbol'),
      );
      expect([symbols[0], new Set(symbols).size]).toEqual(['', symbols.length]);
      return messages(raw, 'timeseries').map((series) => {
        const refs = (series.get('labels_refs') ?? []).map(Number);
        const words = refs.map((ref) => symbols[ref]);
        const [about] = messages(series, 'metadata');
        return {
          names: words.filter((_, index) => index % 2 === 0),
          labels: Object.fromEntries(
            refs.flatMap((_, at) => (at % 2 === 0 ? [[words[at], words[at + 1]]] : [])),
          ),
          type: plain(about, 'type'),
          help: symbols[Number(plain(about, 'help_ref') ?? 0)],
          unit: symbols[Number(plain(about, 'unit_ref') ?? 0)],
          samples: messages(series, 'samples').map((sample) => plain(sample, 'timestamp')),
        };
      });
    });
    expect(read.length).toBe(families.reduce((sum, { samples }) => sum + samples.length, 0));
    for (const { names, samples } of read) {
      expect(names).toEqual(names.toSorted());
      expect(samples).toEqual([String(TIME)]);
    }
    expect(read).toContainEqual(
      expect.objectContaining({
        labels: expect.objectContaining({
          __name__: 'gander_network_recv_bytes_total',
          interface: 'eth0',
        }) as unknown,
        type: 'COUNTER',
        help: 'Bytes received.',
        unit: 'bytes',
      }),
    );
  });
});
