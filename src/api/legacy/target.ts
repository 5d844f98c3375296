/** Meaning of the segments after `/<plugin>/` in versions 3 and 2. */
export type LegacyTarget =
  | { kind: 'stats' }
  | { kind: 'views' }
  | { kind: 'limits' }
  /** `series` null: all of them; `count` 0: all points. */
  | { kind: 'history'; series: string | null; count: number }
  | { kind: 'field'; field: string }
  | { kind: 'value'; field: string; value: string };

const isCount = (text: string): boolean => /^\d+$/.test(text);
const countIn = (text: string): number => Math.min(Number(text), Number.MAX_SAFE_INTEGER);

/** Null: no such route. @param path decoded segments after the plugin's name */
export function parseLegacyTarget(path: readonly string[]): LegacyTarget | null {
  const [first = '', second = ''] = path;
  if (path.length === 0) return { kind: 'stats' };
  if (path.length === 1) return parseWord(first);
  if (first === '') return null;
  if (first === 'history')
    return path.length === 2 && isCount(second)
      ? { kind: 'history', series: null, count: countIn(second) }
      : null;
  return parseSeries(path) ?? parseValue(path);
}

function parseWord(word: string): LegacyTarget | null {
  if (word === '') return null;
  if (word === 'history') return { kind: 'history', series: null, count: 0 };
  if (word === 'limits') return { kind: word };
  return word === 'views' ? { kind: word } : { kind: 'field', field: word };
}

/** Names of series may contain slashes, like those of file systems. */
function parseSeries(path: readonly string[]): LegacyTarget | null {
  const [last = '', beforeLast = ''] = path.toReversed();
  if (last === 'history') return { kind: 'history', series: path.slice(0, -1).join('/'), count: 0 };
  if (beforeLast !== 'history' || path.length < 3 || !isCount(last)) return null;
  return { kind: 'history', series: path.slice(0, -2).join('/'), count: countIn(last) };
}

/** Parses the value: the rest of the path. A final slash belongs to it only if it is the whole value. */
function parseValue(path: readonly string[]): LegacyTarget | null {
  const [field = '', ...rest] = path;
  const value = rest.join('/');
  if (path.length === 3 && rest[0] === 'history') return null;
  if (value === '' || (value.endsWith('/') && value !== '/')) return null;
  return { kind: 'value', field, value };
}
