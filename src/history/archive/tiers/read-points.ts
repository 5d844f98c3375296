/** Reads the parts of files into columns. A damaged chunk is a gap. */
import type { ArchiveFile } from '../files/archive-file.ts';
import type { FileName } from '../files/file-name.ts';
import { ByteReader } from '../format/byte-reader.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { DamageError } from '../format/damage.ts';
import { readCoverage, readRollUp } from '../format/roll-up-codec.ts';
import { emptyRows, readRows, type Rows } from '../format/rows-codec.ts';
import type { RollUp } from '../../past/history-source.ts';
import { Bins } from '../format/bins.ts';
import { partWithTier, pointsIn, type PointTier, readPart } from './tier.ts';

/** Yields between reading and decoding: reads of several queries may end at once. */
export type Turn = () => Promise<void>;

/** Null if missing or damaged. */
async function ifWhole<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}

/** Sample times of a plugin in an hour. */
export async function rowsIn(file: ArchiveFile, codec: ColumnCodec, plugin: string): Promise<Rows> {
  const entry = file.plugin(plugin);
  const rows =
    entry &&
    (await ifWhole(async () => {
      const chunk = await file.fine(entry);
      return chunk && readRows(new ByteReader(chunk), codec);
    }));
  return rows ?? emptyRows(0);
}

/** Values of a series at its plugin's rows in an hour file; null: none. */
export async function samplesIn(
  file: ArchiveFile,
  codec: ColumnCodec,
  series: number,
  rows: Rows,
  turn?: Turn,
): Promise<Float64Array | null> {
  return ifWhole(async () => {
    const chunk = await file.fine(file.entry(series));
    await turn?.();
    const values = new Float64Array(rows.times.length);
    if (chunk === null || values.length === 0) return null;
    return codec.read(new ByteReader(chunk), values) === values.length ? values : null;
  });
}

/** Covered time of a plugin per point of a tier; zeros: unknown. */
export async function coverageIn(
  file: ArchiveFile,
  name: FileName,
  codec: ColumnCodec,
  { plugin, tier }: { plugin: string; tier: PointTier },
): Promise<Float64Array> {
  const covered = new Float64Array(pointsIn(name, tier));
  const [entry, part] = [file.plugin(plugin), partWithTier(name.kind, tier)];
  if (entry === undefined || part === null) return covered;
  await ifWhole(async () => {
    const chunk = await readPart(file, part, entry);
    if (chunk !== null) readCoverage(new ByteReader(chunk), codec, covered);
    return null;
  });
  return covered;
}

/** Returns the points of a series in a file; null if there is none. */
export async function pointsOf(
  file: ArchiveFile,
  name: FileName,
  codec: ColumnCodec,
  { series, tier, coverage }: { series: number; tier: PointTier; coverage: Float64Array },
  turn?: Turn,
): Promise<RollUp | null> {
  const part = partWithTier(name.kind, tier);
  if (part === null) return null;
  return ifWhole(async () => {
    const chunk = await readPart(file, part, file.entry(series));
    await turn?.();
    if (chunk === null) return null;
    const points = new Bins(pointsIn(name, tier));
    readRollUp(new ByteReader(chunk), codec, coverage, points);
    return points;
  });
}
