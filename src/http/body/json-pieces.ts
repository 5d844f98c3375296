/** JSON of any value in pieces. */
import type { Pieces } from './render.ts';

/** Numbers, texts or small objects. */
const LEAVES_AT_ONCE = 256;

/** JSON has no text for undefined; as a whole value it is null. */
export const json = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** Any value; arrays item by item. */
export function* valuePieces(value: unknown): Pieces {
  if (!Array.isArray(value)) {
    yield json(value);
    return;
  }
  yield* eachPiece(value, json);
}

/** Any value that contains long lists of numbers and texts. */
export function* deepPieces(value: unknown): Pieces {
  if (typeof value !== 'object' || value === null) yield json(value);
  else if (Array.isArray(value)) yield* listPieces(value);
  else {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${json(name)}:`;
      yield* deepPieces(member);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  }
}

function* listPieces(items: readonly unknown[]): Pieces {
  yield '[';
  for (let at = 0; at < items.length; at += LEAVES_AT_ONCE) {
    const part = JSON.stringify(items.slice(at, at + LEAVES_AT_ONCE)).slice(1, -1);
    yield at === 0 ? part : `,${part}`;
  }
  yield ']';
}

/** A list. */
export function* eachPiece<T>(items: readonly T[], textOf: (item: T) => string): Pieces {
  let separator = '[';
  for (const item of items) {
    yield separator + textOf(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** An object with one member. */
export function* memberPieces(name: string, value: Pieces): Pieces {
  yield `{${json(name)}:`;
  yield* value;
  yield '}';
}
