/**
 * Resolves the segments after `/<plugin>/`. Fixed words take precedence over field names; names and keys with slashes may be literal
 * or percent-encoded.
 */
export type SubRoute =
  | { kind: 'stats' | 'limits' | 'views' }
  /** `series` null: all of them; `count` null: all points. */
  | { kind: 'history'; series: string | null; count: string | null }
  | { kind: 'top'; count: string }
  | { kind: 'field' | 'unit' | 'description'; field: string }
  | { kind: 'value'; field: string; value: string }
  /** The value of a field of the item with this identity. */
  | { kind: 'item'; field: string; identity: string }
  /** One entry of the views (`names` has one element), or a field and an identity. */
  | { kind: 'entry-views'; names: string[] };

const join = (segments: readonly string[]): string => segments.join('/');

const isDeclared = (word: string): word is 'unit' | 'description' =>
  word === 'unit' || word === 'description';

const isCount = (text: string): boolean => /^[+-]?\d+$/.test(text);

/** @param path decoded segments */
export function parseSubRoute(path: readonly string[]): SubRoute {
  const [first = '', second = '', third = ''] = path;
  if (path.length === 0) return { kind: 'stats' };
  if (path.length === 1) return parseWord(first);
  if (second === 'value' && path.length > 2 && first !== '')
    return { kind: 'value', field: first, value: join(path.slice(2)) };
  // The unit of a field with that name is not a number of items.
  if (path.length === 2 && first === 'top' && !isDeclared(second)) return { kind: 'top', count: second };
  if (path.length === 2 && first === 'history') return { kind: 'history', series: null, count: second };
  if (path.length === 3 && second === 'history') return { kind: 'history', series: first, count: third };
  return parseEnding(path) ?? { kind: 'item', field: first, identity: join(path.slice(1)) };
}

function parseWord(word: string): SubRoute {
  if (word === 'history') return { kind: 'history', series: null, count: null };
  if (word === 'limits' || word === 'views') return { kind: word };
  return { kind: 'field', field: word };
}

function parseEnding(path: readonly string[]): SubRoute | null {
  const [last = '', beforeLast = ''] = path.toReversed();
  const before = path.slice(0, -1);
  if (last === 'history') return { kind: 'history', series: join(before), count: null };
  if (beforeLast === 'history' && path.length > 3 && isCount(last))
    return { kind: 'history', series: join(path.slice(0, -2)), count: last };
  if (last === 'views') return { kind: 'entry-views', names: before };
  if (path.length === 2 && isDeclared(last)) return { kind: last, field: before[0] ?? '' };
  return null;
}
