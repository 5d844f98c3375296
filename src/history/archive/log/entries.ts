/** Payloads of a log: series names, numbered from 0 in order of appearance, and samples. */
import type { ByteReader } from '../format/byte-reader.ts';
import type { ByteWriter } from '../format/byte-writer.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { DamageError, NewerVersionError } from '../format/damage.ts';
import { readRows, type Rows, writeRows } from '../format/rows-codec.ts';
import type { SeriesInfo } from '../../past/series.ts';

const VERSION = 1;
const NAMES = 1;
const SAMPLES = 2;
const GAUGE = 0;
const RATE = 1;
const MOST = 1 << 20;

type EntryKind = 'names' | 'samples';

/** Throws `NewerVersionError`. */
export function readKind(reader: ByteReader): EntryKind {
  const [kind, version] = [reader.byte(), reader.byte()];
  if (version > VERSION) throw new NewerVersionError(`a log of version ${version}`);
  if (kind !== NAMES && kind !== SAMPLES) throw new DamageError(`a record of the unknown kind ${kind}`);
  return kind === NAMES ? 'names' : 'samples';
}

export function writeNames(writer: ByteWriter, series: readonly SeriesInfo[]): void {
  writer.byte(NAMES);
  writer.byte(VERSION);
  writer.varint(series.length);
  for (const { plugin, item, field, kind, unit } of series) {
    writer.text(plugin);
    writer.byte(item === null ? 0 : 1);
    if (item !== null) writer.text(item);
    writer.text(field);
    writer.byte(kind === 'rate' ? RATE : GAUGE);
    writer.text(unit ?? '');
  }
}

/** After {@link readKind}. */
export function readNames(reader: ByteReader): SeriesInfo[] {
  const series: SeriesInfo[] = [];
  for (let left = reader.count(MOST); left > 0; left -= 1) {
    const plugin = reader.text();
    const item = reader.byte() === 0 ? null : reader.text(1 << 16);
    const field = reader.text();
    const kind = reader.byte() === RATE ? 'rate' : 'gauge';
    series.push({ plugin, item, field, kind, unit: reader.text() || null });
  }
  return series;
}

/** Samples of one plugin: one column per series, as long as the rows. */
export interface Section {
  readonly plugin: string;
  readonly rows: Rows;
  /** Numbers of its series, ascending. */
  readonly numbers: Uint32Array;
  /** Where their columns begin in `payload`. */
  readonly starts: Uint32Array;
  readonly payload: Uint8Array;
}

/** Begins a record of samples: sections follow. */
export function beginSamples(writer: ByteWriter, sections: number): void {
  writer.byte(SAMPLES);
  writer.byte(VERSION);
  writer.varint(sections);
}

/** Head of a section; {@link writeColumn} follows for each series. */
export function beginSection(
  writer: ByteWriter,
  codec: ColumnCodec,
  { plugin, rows, series }: { plugin: string; rows: Rows; series: number },
): void {
  writer.text(plugin);
  writeRows(writer, codec, rows);
  writer.varint(series);
}

export function writeColumn(writer: ByteWriter, number: number, column: Uint8Array): void {
  writer.varint(number);
  writer.varint(column.length);
  writer.bytes(column);
}

/** After {@link readKind}; `payload` is what the reader reads. Throws `DamageError`. */
export function readSections(reader: ByteReader, payload: Uint8Array, codec: ColumnCodec): Section[] {
  const sections: Section[] = [];
  for (let left = reader.count(MOST); left > 0; left -= 1) {
    const plugin = reader.text();
    const rows = readRows(reader, codec);
    const count = reader.count(MOST);
    const numbers = new Uint32Array(count);
    const starts = new Uint32Array(count);
    for (let index = 0; index < count; index += 1) {
      numbers[index] = reader.varint();
      const length = reader.count(MOST);
      starts[index] = reader.at;
      reader.skip(length);
    }
    sections.push({ plugin, rows, numbers, starts, payload });
  }
  return sections;
}
