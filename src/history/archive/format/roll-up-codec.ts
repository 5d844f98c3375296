/** Roll-ups of one series: average, minimum, maximum, and the covered time if it differs from the plugin's. */
import type { RollUp } from '../../past/history-source.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { ColumnCodec } from './column-codec.ts';
import { DamageError } from './damage.ts';
import { msOf, ticksOf } from './ticks.ts';

const HAS_COVERAGE = 1;

/** @param plugin time covered by any series of the plugin */
export function writeRollUp(
  writer: ByteWriter,
  codec: ColumnCodec,
  rollUp: RollUp,
  plugin: Float64Array,
): void {
  const count = plugin.length;
  const { covered, avg } = rollUp;
  let isOwn = false;
  for (let bin = 0; bin < count && !isOwn; bin += 1)
    isOwn = !Number.isNaN(avg[bin]) && ticksOf(covered[bin] as number) !== ticksOf(plugin[bin] as number);
  writer.byte(isOwn ? HAS_COVERAGE : 0);
  for (const column of [avg, rollUp.min, rollUp.max]) codec.write(writer, column, count);
  if (isOwn) writeCoverage(writer, codec, covered);
}

/** Fills `out`, whose length is the number of written intervals. Throws `DamageError`. */
export function readRollUp(reader: ByteReader, codec: ColumnCodec, plugin: Float64Array, out: RollUp): void {
  const flags = reader.byte();
  for (const column of [out.avg, out.min, out.max])
    if (codec.read(reader, column) !== plugin.length) throw new DamageError('a roll-up of another length');
  if (flags === HAS_COVERAGE) readCoverage(reader, codec, out.covered);
  else for (let bin = 0; bin < plugin.length; bin += 1) out.covered[bin] = plugin[bin] as number;
  for (let bin = 0; bin < plugin.length; bin += 1) if (Number.isNaN(out.avg[bin])) out.covered[bin] = 0;
}

export function writeCoverage(writer: ByteWriter, codec: ColumnCodec, covered: Float64Array): void {
  codec.write(writer, covered.map(ticksOf), covered.length);
}

/** Throws `DamageError`. */
export function readCoverage(reader: ByteReader, codec: ColumnCodec, out: Float64Array): void {
  if (codec.read(reader, out) !== out.length) throw new DamageError('coverage of another length');
  for (let bin = 0; bin < out.length; bin += 1) out[bin] = msOf(out[bin] as number);
}
