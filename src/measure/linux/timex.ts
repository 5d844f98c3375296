import { ParseError } from '../../core/parse-error.ts';

/** `struct timex` (adjtimex(2)). Times are in the unit that `status` names, frequencies in parts per million × 2^16. */
interface Timex {
  offset: number;
  freq: number;
  maxerror: number;
  esterror: number;
  status: number;
  constant: number;
  tick: number;
  ppsfreq: number;
  jitter: number;
  shift: number;
  stabil: number;
  jitcnt: number;
  calcnt: number;
  errcnt: number;
  stbcnt: number;
  tai: number;
}

/** Offsets for a `long` of eight bytes. */
const LONGS = {
  offset: 8,
  freq: 16,
  maxerror: 24,
  esterror: 32,
  constant: 48,
  tick: 88,
  ppsfreq: 96,
  jitter: 104,
  stabil: 120,
  jitcnt: 128,
  calcnt: 136,
  errcnt: 144,
  stbcnt: 152,
} as const;
const INTS = { status: 40, shift: 112, tai: 160 } as const;
const SIZE = 164;

/** Reads the structure as 64-bit, little-endian machines have it. Throws ParseError when it is too short. */
export function parseTimex(bytes: Uint8Array): Timex {
  if (bytes.length < SIZE) throw new ParseError(`expected ${SIZE} bytes or more`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const read = <K extends string>(offsets: Readonly<Record<K, number>>, at: (offset: number) => number) =>
    Object.fromEntries(Object.entries<number>(offsets).map(([name, offset]) => [name, at(offset)])) as Record<
      K,
      number
    >;
  return {
    ...read(LONGS, (offset) => Number(view.getBigInt64(offset, true))),
    ...read(INTS, (offset) => view.getInt32(offset, true)),
  };
}
