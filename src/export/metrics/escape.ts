/** Texts in the Prometheus exposition formats. */

/** Most bytes of a label value. */
const LONGEST = 1024;

/** `a="b",c="d"` */
export const labelText = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',');

export const escapeLabel = (text: string): string =>
  /[\\\n"]/.test(text) ? escapeHelp(text).replaceAll('"', '\\"') : text;

/** For text format 0.0.4; OpenMetrics also escapes quotes. */
export const escapeHelp = (text: string): string =>
  /[\\\n]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : text;

/** Lone surrogates, and pairs. A Unicode property class would cost V8 ten times as much. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** Valid UTF-8 of at most 1,024 bytes, cut between characters; lone surrogates become replacement characters. */
export function labelValue(text: string): string {
  if (text.length * 3 <= LONGEST && !SURROGATE.test(text)) return text;
  const bytes = Buffer.from(text, 'utf8');
  let end = Math.min(bytes.length, LONGEST);
  // Bytes 10xxxxxx continue a character.
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
