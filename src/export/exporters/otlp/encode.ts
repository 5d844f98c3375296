/** ExportMetricsServiceRequest as protobuf and JSON. https://opentelemetry.io/docs/specs/otlp/ */
import { ProtoWriter } from '../shared/protobuf.ts';
import { VERSION } from '../../../core/version.ts';
import type { Attributes, AttributeValue, DataPoint, OtlpMetric } from './metrics.ts';
import { SCHEMA_URL } from './names.ts';

const CUMULATIVE = 2;
const SCOPE = 'gander';

const nanoseconds = (ms: number): bigint => BigInt(Math.round(ms)) * 1_000_000n;

/** Metrics of one resource: this host, a container, a process. */
export interface ResourceMetrics {
  readonly resource: Attributes;
  readonly metrics: readonly OtlpMetric[];
}

export function protobufRequest(groups: readonly ResourceMetrics[]): Uint8Array {
  const request = new ProtoWriter();
  for (const { resource, metrics } of groups)
    request.message(1, (resourceMetrics) => {
      resourceMetrics
        .message(1, (message) => writeAttributes(message, 1, resource))
        .message(2, (scope) => {
          scope.message(1, (message) => message.text(1, SCOPE).text(2, VERSION));
          for (const metric of metrics) scope.message(2, (message) => writeMetric(message, metric));
          scope.text(3, SCHEMA_URL);
        })
        .text(3, SCHEMA_URL);
    });
  return request.finish();
}

function writeMetric(message: ProtoWriter, { name, description, unit, kind, points }: OtlpMetric): void {
  message.text(1, name).text(2, description).text(3, unit);
  message.message(kind === 'gauge' ? 5 : 7, (data) => {
    for (const point of points) data.message(1, (inner) => writePoint(inner, point, kind));
    if (kind === 'gauge') return;
    data.uint(2, CUMULATIVE);
    if (kind === 'sum') data.uint(3, 1);
  });
}

function writePoint(
  message: ProtoWriter,
  { attributes, start, time, value }: DataPoint,
  kind: OtlpMetric['kind'],
): void {
  if (kind !== 'gauge') message.fixed64(2, nanoseconds(start));
  message.fixed64(3, nanoseconds(time)).double(4, value);
  writeAttributes(message, 7, attributes);
}

function writeAttributes(message: ProtoWriter, field: number, attributes: Attributes): void {
  for (const [key, value] of attributes)
    message.message(field, (pair) => pair.text(1, key).message(2, (any) => writeValue(any, value)));
}

function writeValue(any: ProtoWriter, value: AttributeValue): void {
  if (typeof value === 'string') any.text(1, value);
  else if (typeof value === 'number') any.uint(3, value);
  else
    any.message(5, (list) => {
      for (const one of value) list.message(1, (inner) => inner.text(1, one));
    });
}

export function jsonRequest(groups: readonly ResourceMetrics[]): Uint8Array {
  const request = {
    resourceMetrics: groups.map(({ resource, metrics }) => ({
      resource: { attributes: jsonAttributes(resource) },
      scopeMetrics: [
        {
          scope: { name: SCOPE, version: VERSION },
          metrics: metrics.map(jsonMetric),
          schemaUrl: SCHEMA_URL,
        },
      ],
      schemaUrl: SCHEMA_URL,
    })),
  };
  return Buffer.from(JSON.stringify(request));
}

function jsonMetric({ name, description, unit, kind, points }: OtlpMetric) {
  const dataPoints = points.map(({ attributes, start, time, value }) => ({
    attributes: jsonAttributes(attributes),
    ...(kind !== 'gauge' && { startTimeUnixNano: String(nanoseconds(start)) }),
    timeUnixNano: String(nanoseconds(time)),
    asDouble: value,
  }));
  const data =
    kind === 'gauge'
      ? { gauge: { dataPoints } }
      : { sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: kind === 'sum' } };
  return { name, description, unit, ...data };
}

const jsonAttributes = (attributes: Attributes) =>
  attributes.map(([key, value]) => ({ key, value: jsonValue(value) }));

function jsonValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  // Like OpenTelemetry's own serializer: protobuf JSON readers accept strings and numbers.
  if (typeof value === 'number') return { intValue: value };
  return { arrayValue: { values: value.map(jsonValue) } };
}
