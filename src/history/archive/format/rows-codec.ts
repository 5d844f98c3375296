/** Sample times of a plugin, shared by all its series. */
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { type ColumnCodec, MOST_ROWS } from './column-codec.ts';
import { DamageError } from './damage.ts';
import { msOf, ticksOf } from './ticks.ts';

/** Rows of samples, oldest first. */
export interface Rows {
  /** Milliseconds since the epoch. */
  readonly times: Float64Array;
  /** Time covered before each sample, in milliseconds; less than the interval after a gap. */
  readonly covers: Float64Array;
}

export const emptyRows = (count: number): Rows => ({
  times: new Float64Array(count),
  covers: new Float64Array(count),
});

/**
 * Layout: number of rows, tick and coverage of the first, steps between rows, and the uncovered part of each step: both columns are
 * nearly constant.
 */
export function writeRows(writer: ByteWriter, codec: ColumnCodec, { times, covers }: Rows): void {
  const count = times.length;
  writer.varint(count);
  if (count === 0) return;
  const ticks = times.map(ticksOf);
  const covered = covers.map(ticksOf);
  writer.varint(ticks[0] as number);
  writer.varint(covered[0] as number);
  const steps = ticks.subarray(1).map((tick, index) => tick - (ticks[index] as number));
  const lost = steps.map((step, index) => Math.max(0, step - (covered[index + 1] as number)));
  codec.write(writer, steps, steps.length);
  codec.write(writer, lost, lost.length);
}

/** Throws `DamageError`. */
export function readRows(reader: ByteReader, codec: ColumnCodec): Rows {
  const count = reader.count(MOST_ROWS);
  const rows = emptyRows(count);
  if (count === 0) return rows;
  let tick = reader.varint();
  rows.times[0] = msOf(tick);
  rows.covers[0] = msOf(reader.varint());
  const steps = new Float64Array(count - 1);
  const lost = new Float64Array(count - 1);
  if (codec.read(reader, steps) !== count - 1 || codec.read(reader, lost) !== count - 1)
    throw new DamageError('rows without times');
  for (let row = 1; row < count; row += 1) {
    const step = steps[row - 1] as number;
    if (!(step >= 0)) throw new DamageError('times go backwards');
    tick += step;
    rows.times[row] = msOf(tick);
    rows.covers[row] = msOf(step - (lost[row - 1] as number));
  }
  return rows;
}
