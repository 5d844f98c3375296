/** Patterns that name series. */
import type { SeriesInfo } from './series.ts';

/** Returns the predicate for series of a pattern: `plugin/field` or `plugin/item/field`, where `*` is a wildcard. */
export function matcherOf(pattern: string): (info: SeriesInfo) => boolean {
  const parts = pattern.split('*');
  return ({ plugin, item, field }) =>
    matches(parts, item === null ? `${plugin}/${field}` : `${plugin}/${item}/${field}`);
}

/** True if a text has the parts one after the other, the first at the beginning, the last at the end. Linear time. */
function matches(parts: readonly string[], text: string): boolean {
  const [first = '', ...others] = parts;
  if (others.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  const last = others.at(-1) as string;
  return text.length - last.length >= at && text.endsWith(last);
}
