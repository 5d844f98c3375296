/** Payloads of JSON with a declared shape: a queue file may be that of another version. */
import { parsedJson } from '../../../core/parsed-json.ts';
import type { Scalar } from '../../../core/served.ts';
import { testOf } from '../../../core/shape-check.ts';
import { type Shape, where } from '../../../core/shape.ts';
import type { Payload } from '../exporter.ts';
import { linePayloads } from './lines.ts';

/** A queued payload has another form. */
export class WrongPayload extends Error {
  override readonly name = 'WrongPayload';
}

/** Unlike a number of other shapes, one of an exported value has no bounds. */
export const EXPORTED: Shape<Scalar> = where<Scalar>(
  {},
  'a text, number, true, false or null',
  (value) => typeof value !== 'object',
);

function readerOf<T>(shape: Shape<T>): (text: string) => T {
  const isRight = testOf(shape);
  return (text) => {
    const content = parsedJson(text);
    if (isRight(content)) return content;
    throw new WrongPayload('it was queued by another version, in another form');
  };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** @param shape of a payload */
export function jsonPayload<T>(shape: Shape<T>) {
  const read = readerOf(shape);
  return {
    bytesOf: (content: T): Uint8Array => Buffer.from(JSON.stringify(content)),
    /** Throws {@link WrongPayload}. */
    in: (bytes: Uint8Array): T => read(textOf(bytes)),
  };
}

/** @param shape of a line */
export function jsonLines<T>(shape: Shape<T>) {
  const read = readerOf(shape);
  return {
    /** @param samples values per line; default: one */
    payloads: (lines: readonly T[], samples: readonly number[] | null = null): Payload[] =>
      linePayloads(
        lines.map((line) => `${JSON.stringify(line)}\n`),
        samples,
      ),
    /** Throws {@link WrongPayload}. */
    in: (bytes: Uint8Array): T[] =>
      textOf(bytes)
        .split('\n')
        .filter((line) => line !== '')
        .map(read),
  };
}
