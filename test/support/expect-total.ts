import { serialize } from 'node:v8';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { ParseError } from '../../src/core/parse-error.ts';
import { isFull } from './full-run.ts';

export type Parser = (bytes: Uint8Array) => unknown;

/** Bytes that mean something to one parser or another; a long run of one must not take quadratic time. In `npm test`, every other. */
const ALL_DELIMITERS = [...' \t\n\0:-()\\"=,/#0aR', '|-- ', '0,', '\\040', 'a ', '\u00a0'];
const DELIMITERS = ALL_DELIMITERS.filter((_, index) => isFull || index % 2 === 0);
const RUN_LENGTH = isFull ? 200_000 : 100_000;
/** CPU time of this process: other programs may use the cores. Half of a run takes a quarter of quadratic time. */
const RUN_LIMIT_MS = isFull ? 3000 : 750;

/**
 * Any bytes in, a value or a ParseError out: random bytes, `recorded` (a real file) with pieces changed, cut and
 * repeated, and long runs of each delimiter. The value must not depend on the bytes once the parser has returned,
 * because readers reuse their buffer.
 */
export function expectTotal(parse: Parser, recorded: Uint8Array): void {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => tryParse(parse, bytes)));
  fc.assert(fc.property(damaged(recorded), (bytes) => tryParse(parse, bytes)));
  for (let length = 0; length <= Math.min(recorded.length, 500); length++)
    tryParse(parse, recorded.slice(0, length));
  for (const delimiter of DELIMITERS) expectLinear(parse, delimiter);
  expectNoReference(parse, recorded);
}

function tryParse(parse: Parser, bytes: Uint8Array): void {
  try {
    if (parse(bytes) === undefined) expect.fail('no value');
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    expect(error.message).not.toBe('');
  }
}

function damaged(recorded: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(recorded.length);
  const edit = fc.tuple(place, place, fc.uint8Array({ maxLength: 12 }));
  return fc.array(edit, { minLength: 1, maxLength: 6 }).map((edits) => {
    let bytes = recorded;
    // Jumps from one place to another (which cuts or repeats), with some bytes in between.
    for (const [from, to, between] of edits) {
      bytes = Uint8Array.from([...bytes.subarray(0, from), ...between, ...bytes.subarray(to)]);
    }
    return bytes;
  });
}

function expectLinear(parse: Parser, delimiter: string): void {
  const bytes = new TextEncoder().encode(delimiter.repeat(RUN_LENGTH / delimiter.length));
  const start = process.cpuUsage();
  tryParse(parse, bytes);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000, `time for a run of ${JSON.stringify(delimiter)}`).toBeLessThan(RUN_LIMIT_MS);
}

function expectNoReference(parse: Parser, recorded: Uint8Array): void {
  const buffer = recorded.slice();
  const value = parse(buffer);
  const before = serialize(value);
  buffer.fill(0x39);
  expect(serialize(value).equals(before)).toBe(true);
}
