/** Presence of a column's values: run lengths, alternately present and absent, starting with present. */
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { DamageError } from './damage.ts';

export function writeGaps(writer: ByteWriter, values: Float64Array, count: number): void {
  const runs: number[] = [];
  let isPresent = true;
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    if (Number.isFinite(values[index]) === isPresent) continue;
    runs.push(index - start);
    start = index;
    isPresent = !isPresent;
  }
  runs.push(count - start);
  writer.varint(runs.length);
  for (const run of runs) writer.varint(run);
}

/** Run lengths, which add up to `count`. Throws `DamageError`. */
export function readGaps(reader: ByteReader, count: number): number[] {
  const runs: number[] = [];
  let sum = 0;
  for (let left = reader.count(count + 1); left > 0; left -= 1) {
    const run = reader.count(count - sum);
    sum += run;
    runs.push(run);
  }
  if (sum !== count) throw new DamageError('gaps do not fill the column');
  return runs;
}

export const presentIn = (runs: readonly number[]): number =>
  runs.reduce((sum, run, index) => (index % 2 === 0 ? sum + run : sum), 0);

/** Moves the values from the front to their rows; NaN elsewhere. */
export function spread(values: Float64Array, runs: readonly number[], present: number): void {
  let source = present;
  let target = runs.reduce((sum, run) => sum + run, 0);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index] as number;
    if (index % 2 === 1) values.fill(Number.NaN, target - run, target);
    else {
      values.copyWithin(target - run, source - run, source);
      source -= run;
    }
    target -= run;
  }
}
