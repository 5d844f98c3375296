/** OTLP as others read it: protoc reads the bytes, and both forms of a request say the same. */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Payload } from '../../src/exporters/exporter.ts';
import { exporterNamed, openingOf, recordedCycles } from '../support/export-once.ts';
import { hasProgram } from '../support/real-server.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const PROTOC = '/usr/bin/protoc';
const TIME = Date.UTC(2026, 10, 22, 12);

/** The fields of the requests that we send, with the numbers that OpenTelemetry's protocol gives them. */
const SCHEMA = `syntax = "proto3";
message Any { oneof value { string string_value = 1; } }
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

/** Values by the name of the field, in order; a field that is not in the schema has its number for a name. */
type Raw = Map<string, (Raw | string)[]>;

function decoded(bytes: Uint8Array): Raw {
  const folder = temporaryTree({ 'request.proto': SCHEMA });
  const { stdout, stderr, status } = spawnSync(
    PROTOC,
    [`--proto_path=${folder}`, '--decode=Request', 'request.proto'],
    { input: bytes, maxBuffer: 2 ** 26 },
  );
  expect(status, stderr.toString()).toBe(0);
  const stack: Raw[] = [new Map()];
  for (const line of stdout.toString('latin1').split('\n')) {
    const [, name, text] = /^ *(\w+)(?:: (.*)| \{)$/.exec(line) ?? [];
    if (line.trim() === '}') stack.pop();
    if (name === undefined) continue;
    expect(name).toMatch(/^[a-z]/);
    const value = text ?? (new Map() as Raw);
    const top = stack.at(-1) as Raw;
    top.set(name, [...(top.get(name) ?? []), value]);
    if (typeof value !== 'string') stack.push(value);
  }
  return stack[0] as Raw;
}

const messages = (raw: Raw | undefined, name: string): Raw[] =>
  (raw?.get(name) ?? []).filter((value): value is Raw => typeof value !== 'string');
const plain = (raw: Raw | undefined, name: string): string | undefined => {
  const [value] = raw?.get(name) ?? [];
  return typeof value === 'string' ? value : undefined;
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
/** Escapes of C, in bytes of UTF-8. */
const text = (raw: Raw | undefined, name: string): string => {
  const literal = (plain(raw, name) ?? '""').slice(1, -1);
  const bytes = literal.replaceAll(/\\(?:(\d{3})|(.))/g, (_, octal?: string, sign = '') =>
    octal === undefined ? (ESCAPES[sign] ?? sign) : String.fromCodePoint(Number.parseInt(octal, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

/** In the form of JSON. */
const attributes = (raw: Raw | undefined) =>
  messages(raw, 'attributes').map((pair) => ({
    key: text(pair, 'key'),
    value: { stringValue: text(messages(pair, 'value')[0], 'string_value') },
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

/** The same values each time. */
async function recorded(): Promise<(options: Record<string, unknown>) => readonly Payload[]> {
  const exporter = exporterNamed('otlp');
  const cycle = (await recordedCycles())(exporter, TIME);
  const families = cycle.families();
  return (options) => exporter.encoder(openingOf(exporter, options))({ ...cycle, families: () => families });
}

describe.skipIf(!hasProgram(PROTOC))('OTLP', () => {
  it('is protobuf that protoc reads, and says the same as its JSON', async () => {
    const odd = new Map([['site', 'Köln "west"\n\\ \u{1F680}']]);
    const common = { compression: 'none', resource_attributes: odd };
    const payloadsOf = await recorded();
    const binary = payloadsOf({ ...common, protocol: 'http/protobuf' });
    const json = payloadsOf({ ...common, protocol: 'http/json' });
    expect(binary.length).toBe(json.length);
    for (const [index, { bytes }] of binary.entries()) {
      const read = request(decoded(bytes));
      const told = JSON.parse(Buffer.from(json[index]?.bytes ?? []).toString('utf8')) as ReturnType<
        typeof request
      >;
      // When counting began is the clock of the run.
      const settled = (value: object): object =>
        JSON.parse(
          JSON.stringify(value).replaceAll(/"startTimeUnixNano":"\d+"/g, '"startTimeUnixNano":"0"'),
        ) as object;
      expect(settled(read)).toEqual(settled(told));
      const [{ scopeMetrics = [] } = {}] = read.resourceMetrics;
      expect(scopeMetrics[0]?.metrics.length).toBeGreaterThan(5);
    }
  });

  it('reaches a receiver that knows its content type, and what it refuses is counted', async () => {
    const seen: { path: string; type: string; names: string[] }[] = [];
    const server = createServer((incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const read = request(decoded(gunzipSync(Buffer.concat(parts))));
        const names = read.resourceMetrics.flatMap(({ scopeMetrics }) =>
          scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
        );
        seen.push({ path: incoming.url ?? '', type: incoming.headers['content-type'] ?? '', names });
        response.setHeader('content-type', 'application/json');
        response.end('{"partialSuccess":{"rejectedDataPoints":"2","errorMessage":"too old"}}');
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const exporter = exporterNamed('otlp');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
    const options = exporter.fromEnvironment?.({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) ?? {};
    const session = exporter.open(openingOf(exporter, options));
    const [payload] = (await recorded())(options);
    const context = { signal: AbortSignal.timeout(10_000), now: TIME };
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
