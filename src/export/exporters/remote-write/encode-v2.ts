/** Prometheus remote write 2.0, `io.prometheus.write.v2.Request`. https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/ */
import snappy from 'snappyjs';
import type { Descriptor, LabelPair } from '../../metrics/family.ts';
import type { Encode } from '../exporter.ts';
import { contentOf, fieldNumber, fieldsIn, ProtoWriter, varintsIn } from '../shared/protobuf.ts';
import { compressed, encodeLabels, inPortions, sampleBytes, TYPES } from './encode.ts';
import { createSeriesWatch, type SeriesValue } from './series.ts';

/** Fields of `Request`. */
const SYMBOLS = 4;
const TIMESERIES = 5;
/** Fields of `TimeSeries`. */
const LABELS = 1;
const SAMPLES = 2;
const METADATA = 5;

interface Series extends Pick<Descriptor, 'type' | 'unit' | 'help'> {
  readonly labels: readonly LabelPair[];
}

/** @param external labels of every series */
export function createEncoderV2(external: readonly LabelPair[]): Encode {
  const valuesOf = createSeriesWatch(external, (labels, { type, unit, help }): Series => ({
    labels,
    type,
    unit,
    help,
  }));
  return (cycle) => inPortions(valuesOf(cycle), (some) => encodeRequest(some, cycle.time));
}

function encodeRequest(values: readonly SeriesValue<Series>[], time: number): Uint8Array {
  const symbols = new Map([['', 0]]);
  const refOf = (text: string): number => {
    const known = symbols.get(text) ?? symbols.size;
    symbols.set(text, known);
    return known;
  };
  const series = values.map(([{ labels, type, help, unit }, value]) => {
    const refs = new ProtoWriter();
    for (const [name, text] of labels) refs.varint(refOf(name)).varint(refOf(text));
    const about = new ProtoWriter()
      .uint(1, TYPES[type])
      .uint(3, refOf(help))
      .uint(4, refOf(unit ?? ''));
    const inner = new ProtoWriter()
      .bytes(LABELS, refs.finish())
      .bytes(SAMPLES, sampleBytes(time, value))
      .bytes(METADATA, about.finish());
    return new ProtoWriter().bytes(TIMESERIES, inner.finish()).finish();
  });
  const table = [...symbols.keys()].map((text) => new ProtoWriter().text(SYMBOLS, text).finish());
  return compressed([...table, ...series]);
}

/** The parts of a request; null: another version. */
interface RequestV2 {
  /** Fields with their tags. */
  readonly symbols: readonly Uint8Array[];
  readonly series: readonly Uint8Array[];
}

export function parseV2(bytes: Uint8Array): RequestV2 | null {
  const fields = fieldsIn(snappy.uncompress(bytes)) ?? [];
  const numbered = (number: number) => fields.filter((field) => fieldNumber(field) === number);
  const [symbols, series] = [numbered(SYMBOLS), numbered(TIMESERIES)];
  return symbols.length === 0 ? null : { symbols, series };
}

/** Splits the series into two requests with all symbols. */
export function splitV2({ symbols, series }: RequestV2): [Uint8Array, Uint8Array] | null {
  const half = Math.ceil(series.length / 2);
  const part = (some: readonly Uint8Array[]): Uint8Array => compressed([...symbols, ...some]);
  return series.length < 2 ? null : [part(series.slice(0, half)), part(series.slice(half))];
}

/** Converts the request to version 1.0. */
export function toV1({ symbols, series }: RequestV2): Uint8Array {
  const texts = symbols.map((field) => Buffer.from(contentOf(field)).toString('utf8'));
  return compressed(
    series.map((field) => {
      const inner = fieldsIn(contentOf(field)) ?? [];
      const refs = inner
        .filter((one) => fieldNumber(one) === LABELS)
        .flatMap((one) => varintsIn(contentOf(one)));
      const writer = new ProtoWriter().raw(encodeLabels(pairsOf(refs, texts)));
      // Samples have the same encoding in both versions.
      for (const one of inner) if (fieldNumber(one) === SAMPLES) writer.raw(one);
      return new ProtoWriter().bytes(1, writer.finish()).finish();
    }),
  );
}

function pairsOf(refs: readonly number[], texts: readonly string[]): LabelPair[] {
  const pairs: LabelPair[] = [];
  for (let at = 0; at + 1 < refs.length; at += 2)
    pairs.push([texts[refs[at] ?? 0] ?? '', texts[refs[at + 1] ?? 0] ?? '']);
  return pairs;
}
