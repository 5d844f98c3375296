/** Values in Python's notation, which scripts around `--stdout` expect. */
import type { ServedMember } from '../../core/served.ts';

const NAMES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Control characters, separators other than the blank, surrogates, unassigned: what Python does not print as it is. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/**
 * `None`, `True`, `1`, `[1, 'a']`, `{'a': 1}`.
 * @param isFloat whether a whole number under this key is a float (`70.0`)
 */
export function pythonRepr(
  value: ServedMember,
  isFloat: (key: string) => boolean = () => false,
  key = '',
): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return pythonNumber(value, isFloat(key));
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item) => pythonRepr(item, isFloat, key)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${quoted(name)}: ${pythonRepr(member, isFloat, name)}`,
  );
  return `{${members.join(', ')}}`;
}

/** Formats a value as `print` does: a text without quotes, but on one line and without control characters. */
export function pythonText(value: ServedMember, isFloat?: (key: string) => boolean, key?: string): string {
  return typeof value === 'string'
    ? escaped(value).replaceAll('\\\\', '\\')
    : pythonRepr(value, isFloat, key);
}

/** Python turns to exponents below 1e-4 and, for floats, from 1e16; exponents have two digits at least. */
function pythonNumber(value: number, isFloat: boolean): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Number.isInteger(value) && !isFloat) return BigInt(value).toString();
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  const sign = Object.is(value, -0) ? '-' : '';
  return `${sign}${value}${Number.isInteger(value) ? '.0' : ''}`;
}

/** Single quotes, unless there are some in the text and no double ones. */
function quoted(text: string): string {
  if (text.includes("'") && !text.includes('"')) return `"${escaped(text)}"`;
  return `'${escaped(text).replaceAll("'", "\\'")}'`;
}

const escaped = (text: string): string =>
  Array.from(text, (character) => NAMES[character] ?? escapedCharacter(character)).join('');

function escapedCharacter(character: string): string {
  if (character === ' ' || !UNPRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x1_0000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
