/** Prometheus remote write 1.0. https://prometheus.io/docs/specs/prw/remote_write_spec/ */
import snappy from 'snappyjs';
import { type Family, type LabelPair, type LabelSet, sampleName } from '../../metrics/family.ts';
import type { Cycle, Encode, Payload } from '../exporter.ts';
import { fieldsIn, ProtoWriter } from '../shared/protobuf.ts';

/** Samples of one request. */
const AT_ONCE = 2000;
/** Prometheus hides a series at once that ends with this value. */
const STALE = Buffer.from('020000000000f07f', 'hex');

/** @param external labels of every series, for which there is no scraper */
export function createEncoder(external: readonly LabelPair[]): Encode {
  const kept = new WeakMap<LabelSet, Map<string, Uint8Array>>();
  let before = new Map<Uint8Array, true>();

  const labelsOf = (family: Family, set: LabelSet): Uint8Array => {
    const name = sampleName(family);
    const names = kept.get(set) ?? new Map<string, Uint8Array>();
    kept.set(set, names);
    const found =
      names.get(name) ??
      encodeLabels([
        ['__name__', name],
        ...set.pairs,
        ...external.filter(([own]) => !set.pairs.some(([other]) => other === own)),
      ]);
    names.set(name, found);
    return found;
  };

  return ({ time, families }: Cycle) => {
    const present = new Map<Uint8Array, true>();
    const series: Uint8Array[] = [];
    for (const family of families())
      for (const { labels, value } of family.samples) {
        const bytes = labelsOf(family, labels);
        present.set(bytes, true);
        series.push(seriesBytes(bytes, time, value));
      }
    for (const bytes of before.keys()) if (!present.has(bytes)) series.push(seriesBytes(bytes, time, null));
    before = present;
    return payloadsOf(series);
  };
}

function payloadsOf(series: readonly Uint8Array[]): Payload[] {
  const payloads: Payload[] = [];
  for (let from = 0; from < series.length; from += AT_ONCE) {
    const some = series.slice(from, from + AT_ONCE);
    payloads.push({ bytes: compressed(some), samples: some.length });
  }
  return payloads;
}

const compressed = (fields: readonly Uint8Array[]): Uint8Array =>
  snappy.compress(Uint8Array.from(Buffer.concat(fields)));

/** `TimeSeries.labels`, sorted by name; empty values are left out. */
function encodeLabels(pairs: readonly LabelPair[]): Uint8Array {
  const writer = new ProtoWriter();
  const sorted = pairs.filter(([, value]) => value !== '').toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, value] of sorted) writer.message(1, (label) => label.text(1, name).text(2, value));
  return writer.finish();
}

/** `WriteRequest.timeseries` with one sample. @param value null: the series has ended */
function seriesBytes(labels: Uint8Array, time: number, value: number | null): Uint8Array {
  const sample = new ProtoWriter();
  if (value === null) sample.tag(1, 1).raw(STALE);
  else sample.double(1, value);
  const bytes = sample.uint(2, time).finish();
  const writer = new ProtoWriter();
  const size = labels.length + 2 + bytes.length;
  return writer.tag(1, 2).varint(size).raw(labels).bytes(2, bytes).finish();
}

/** Two requests with half of the series each. */
export function splitSeries(bytes: Uint8Array): [Uint8Array, Uint8Array] | null {
  const series = fieldsIn(snappy.uncompress(bytes)) ?? [];
  const half = Math.ceil(series.length / 2);
  return series.length < 2 ? null : [compressed(series.slice(0, half)), compressed(series.slice(half))];
}
