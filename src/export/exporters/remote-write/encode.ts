/** Prometheus remote write 1.0. https://prometheus.io/docs/specs/prw/remote_write_spec/ */
import snappy from 'snappyjs';
import { type Family, type LabelPair, type MetricType, sampleName } from '../../metrics/family.ts';
import type { Encode, Payload } from '../exporter.ts';
import { fieldsIn, ProtoWriter } from '../shared/protobuf.ts';
import { createSeriesWatch } from './series.ts';

/** Most samples of one request. */
const AT_ONCE = 2000;
/** The stale marker, which ends a series in Prometheus at once. */
const STALE = Buffer.from('020000000000f07f', 'hex');

/** Interval of types, units and help. */
const METADATA_MS = 60_000;

/** Type numbers in the metadata of both versions. */
export const TYPES: Readonly<Record<MetricType, number>> = {
  unknown: 0,
  counter: 1,
  gauge: 2,
  histogram: 3,
  info: 6,
  stateset: 7,
};

/** @param external labels of every series */
export function createEncoder(external: readonly LabelPair[]): Encode {
  const valuesOf = createSeriesWatch(external, encodeLabels);
  let toldAt = Number.NEGATIVE_INFINITY;
  return (cycle) => {
    const { time } = cycle;
    const values = inPortions(valuesOf(cycle), (some) =>
      compressed(some.map(([labels, value]) => seriesBytes(labels, time, value))),
    );
    if (Math.abs(time - toldAt) < METADATA_MS || values.length === 0) return values;
    toldAt = time;
    // In its own request, like Prometheus: not every receiver accepts it.
    return [...values, { bytes: compressed(cycle.families().map(metadataBytes)), samples: 0 }];
  };
}

/** `WriteRequest.metadata` */
function metadataBytes(family: Family): Uint8Array {
  const { type, help, unit } = family;
  return new ProtoWriter()
    .message(3, (metadata) =>
      metadata
        .uint(1, TYPES[type])
        .text(2, sampleName(family))
        .text(4, help)
        .text(5, unit ?? ''),
    )
    .finish();
}

/** Groups series into requests with a limited number of samples. */
export function inPortions<V>(values: readonly V[], encode: (some: readonly V[]) => Uint8Array): Payload[] {
  const payloads: Payload[] = [];
  for (let from = 0; from < values.length; from += AT_ONCE) {
    const some = values.slice(from, from + AT_ONCE);
    payloads.push({ bytes: encode(some), samples: some.length });
  }
  return payloads;
}

export const compressed = (fields: readonly Uint8Array[]): Uint8Array =>
  snappy.compress(Uint8Array.from(Buffer.concat(fields)));

/** `TimeSeries.labels` */
export function encodeLabels(labels: readonly LabelPair[]): Uint8Array {
  const writer = new ProtoWriter();
  for (const [name, value] of labels) writer.message(1, (label) => label.text(1, name).text(2, value));
  return writer.finish();
}

/** `WriteRequest.timeseries` with one sample. @param value null: the series has ended */
function seriesBytes(labels: Uint8Array, time: number, value: number | null): Uint8Array {
  const bytes = sampleBytes(time, value);
  const writer = new ProtoWriter();
  const size = labels.length + 2 + bytes.length;
  return writer.tag(1, 2).varint(size).raw(labels).bytes(2, bytes).finish();
}

/** `Sample`, in both versions. */
export function sampleBytes(time: number, value: number | null): Uint8Array {
  const sample = new ProtoWriter();
  if (value === null) sample.tag(1, 1).raw(STALE);
  else sample.double(1, value);
  return sample.uint(2, time).finish();
}

/** Splits the series into two requests. */
export function splitSeries(bytes: Uint8Array): [Uint8Array, Uint8Array] | null {
  const series = fieldsIn(snappy.uncompress(bytes)) ?? [];
  const half = Math.ceil(series.length / 2);
  return series.length < 2 ? null : [compressed(series.slice(0, half)), compressed(series.slice(half))];
}
