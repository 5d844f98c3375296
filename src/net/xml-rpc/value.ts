/** Values of XML-RPC, http://xmlrpc.com/spec.md, and the extensions i8 and nil. */
import { RpcError } from './rpc-error.ts';
import type { XmlElement } from './xml.ts';

/** Dates are kept as text. Structs have no prototype. */
export type RpcValue =
  | string
  | number
  | boolean
  | null
  | Buffer
  | readonly RpcValue[]
  | { readonly [name: string]: RpcValue };

/** Reads `<value>…</value>`. Throws {@link RpcError}. */
export function readValue(element: XmlElement): RpcValue {
  expectName(element, 'value');
  const [typed, ...others] = element.children;
  if (typed === undefined) return element.text;
  if (others.length > 0 || element.text.trim() !== '') throw new RpcError('a value that holds more than one');
  const read = Object.hasOwn(READERS, typed.name) ? READERS[typed.name] : undefined;
  if (read === undefined) throw new RpcError('a value of an unknown type');
  return read(typed);
}

export function expectName({ name }: XmlElement, expected: string): void {
  if (name !== expected) throw new RpcError(`expected the element ${expected}`);
}

/** Returns the only child of an element, which must have this name. Throws {@link RpcError}. */
export function onlyChild({ children, name }: XmlElement, expected: string): XmlElement {
  const [child] = children;
  if (child === undefined || children.length > 1 || child.name !== expected)
    throw new RpcError(`expected one element ${expected} in ${name}`);
  return child;
}

const integer = ({ text }: XmlElement): number => {
  const value = Number(text.trim());
  if (!/^\s*[+-]?\d{1,19}\s*$/.test(text) || !Number.isSafeInteger(value))
    throw new RpcError('not an integer');
  return value;
};

const READERS: Readonly<Record<string, (element: XmlElement) => RpcValue>> = {
  string: leaf(({ text }) => text),
  int: leaf(integer),
  i4: leaf(integer),
  i8: leaf(integer),
  boolean: leaf(({ text }) => {
    if (!/^\s*[01]\s*$/.test(text)) throw new RpcError('not a boolean');
    return text.trim() === '1';
  }),
  double: leaf(({ text }) => {
    const digits = text.trim();
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(digits)) throw new RpcError('not a double');
    return Number(digits);
  }),
  'dateTime.iso8601': leaf(({ text }) => text.trim()),
  base64: leaf(({ text }) => Buffer.from(text, 'base64')),
  nil: leaf(() => null),
  array: (element) => onlyChild(element, 'data').children.map(readValue),
  struct: readStruct,
};

function leaf(read: (element: XmlElement) => RpcValue) {
  return (element: XmlElement): RpcValue => {
    if (element.children.length > 0) throw new RpcError(`an element within ${element.name}`);
    return read(element);
  };
}

function readStruct({ children }: XmlElement): RpcValue {
  const struct = Object.create(null) as Record<string, RpcValue>;
  for (const member of children) {
    expectName(member, 'member');
    const [name, value] = member.children;
    if (name === undefined || value === undefined || member.children.length > 2)
      throw new RpcError('a member without name or value');
    expectName(name, 'name');
    struct[name.text] = readValue(value);
  }
  return struct;
}

/** `<value>…</value>`. Numbers that are no 32-bit integers become doubles, null an empty `nil`. */
export function writeValue(value: RpcValue): string {
  return `<value>${typedText(value)}</value>`;
}

function typedText(value: RpcValue): string {
  if (value === null) return '<nil/>';
  if (typeof value === 'string') return `<string>${escapeText(value)}</string>`;
  if (typeof value === 'boolean') return `<boolean>${value ? 1 : 0}</boolean>`;
  if (typeof value === 'number') return numberText(value);
  if (Buffer.isBuffer(value)) return `<base64>${value.toString('base64')}</base64>`;
  if (Array.isArray(value)) return `<array><data>${value.map(writeValue).join('')}</data></array>`;
  const members = Object.entries(value as Record<string, RpcValue>).map(
    ([name, member]) => `<member><name>${escapeText(name)}</name>${writeValue(member)}</member>`,
  );
  return `<struct>${members.join('')}</struct>`;
}

/** Infinity and NaN cannot be expressed and become nil. */
function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) <= 0x7fff_ffff) return `<int>${value}</int>`;
  return Number.isFinite(value) ? `<double>${value}</double>` : '<nil/>';
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Characters invalid in XML become U+FFFD. */
export const escapeText = (text: string): string =>
  text
    .replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? '')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '\ufffd');
