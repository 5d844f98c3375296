/** Shapes of JSON values: members and their types. */

/** Words are types of values, several joined by `|`; arrays hold the one shape of all their elements. */
export type Shape = string | { readonly [member: string]: Shape } | readonly [Shape?];

/** The shape of a value; elements of arrays share one shape. */
export function shapeOf(value: unknown): Shape {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? [] : [value.map(shapeOf).reduce(together)];
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

const isWord = (shape: Shape): shape is string => typeof shape === 'string';
const isArray = (shape: Shape): shape is readonly [Shape?] => Array.isArray(shape);
const describe = (shape: Shape): string => (isWord(shape) ? shape : isArray(shape) ? 'array' : 'object');

function together(a: Shape, b: Shape): Shape {
  if (isArray(a) && isArray(b)) return a[0] && b[0] ? [together(a[0], b[0])] : a[0] ? a : b;
  if (isWord(a) || isWord(b) || isArray(a) || isArray(b))
    return [...new Set(`${describe(a)}|${describe(b)}`.split('|'))].sort().join('|');
  const members = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...members].map((name) => {
      const [left, right] = [a[name], b[name]];
      return [name, left && right ? together(left, right) : ((left ?? right) as Shape)];
    }),
  );
}

/**
 * Differences of `shape` from `expected`: extra (`+ path`), missing (`- path`) or of another type. Null stands for any type, since
 * it says only that nothing was known.
 */
export function differences(shape: Shape, expected: Shape, path = ''): string[] {
  if (isWord(shape) || isWord(expected)) return typesDiffer(describe(shape), describe(expected), path);
  if (isArray(shape) !== isArray(expected)) return [`${path}: ${describe(shape)}, not ${describe(expected)}`];
  if (isArray(shape) && isArray(expected))
    return shape[0] && expected[0] ? differences(shape[0], expected[0], `${path}[]`) : [];
  const [ours, theirs] = [shape, expected] as Record<string, Shape>[];
  const added = Object.keys(ours ?? {}).filter((name) => !theirs?.[name]);
  const missing = Object.keys(theirs ?? {}).filter((name) => !ours?.[name]);
  const common = Object.entries(ours ?? {}).filter(([name]) => theirs?.[name]);
  return [
    ...added.map((name) => `+ ${path}.${name}`),
    ...missing.map((name) => `- ${path}.${name}`),
    ...common.flatMap(([name, own]) => differences(own, theirs?.[name] as Shape, `${path}.${name}`)),
  ];
}

function typesDiffer(ours: string, theirs: string, path: string): string[] {
  const known = (types: string) => types.split('|').filter((type) => type !== 'null');
  const [own, expected] = [known(ours), known(theirs)];
  const agree = own.length === 0 || expected.length === 0 || own.every((type) => expected.includes(type));
  return agree ? [] : [`${path}: ${ours}, not ${theirs}`];
}
