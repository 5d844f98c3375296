/** Texts in the Prometheus exposition formats. */

/** Bytes of a label value. */
const LONGEST = 1024;

/** `a="b",c="d"` */
export const labelText = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',');

export const escapeLabel = (text: string): string =>
  /[\\\n"]/.test(text) ? escapeHelp(text).replaceAll('"', '\\"') : text;

/** Of text format 0.0.4; OpenMetrics also escapes quotes. */
export const escapeHelp = (text: string): string =>
  /[\\\n]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : text;

/** Halves of characters, and characters of two halves. A class of Unicode in its place makes V8 interpret ten times as much. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** Valid UTF-8 of at most 1,024 bytes, cut between characters; halves of characters become replacement characters. */
export function labelValue(text: string): string {
  if (text.length * 3 <= LONGEST && !SURROGATE.test(text)) return text;
  const bytes = Buffer.from(text, 'utf8');
  let end = Math.min(bytes.length, LONGEST);
  // Bytes 10xxxxxx continue a character.
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
