/** Messages of D-Bus (D-Bus Specification, "Type System" and "Message Protocol"). */
import type { BusCall, BusValue } from '../../core/host.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf, decode } from './bytes.ts';

/** A message without its values (see {@link dbusValues}). Missing fields are null. */
export interface DbusMessage {
  readonly type: DbusType;
  readonly serial: number;
  /** Serial of the call that a reply or an error answers. */
  readonly replySerial: number | null;
  readonly path: string | null;
  readonly interface: string | null;
  readonly member: string | null;
  readonly error: string | null;
  readonly signature: string;
  readonly body: Uint8Array;
  readonly isLittleEndian: boolean;
}

type DbusType = 'call' | 'reply' | 'error' | 'signal';

const TYPES: readonly (DbusType | null)[] = [null, 'call', 'reply', 'error', 'signal'];
const FIXED = 16;
/** Most nested containers; the specification allows 64. */
const DEEPEST = 32;
/** Bytes of a type with a fixed size, which are also its alignment. */
const SIZES: Readonly<Record<string, number>> = {
  y: 1,
  n: 2,
  q: 2,
  b: 4,
  i: 4,
  u: 4,
  h: 4,
  x: 8,
  t: 8,
  d: 8,
};
const FIELD = { path: 1, interface: 2, member: 3, error: 4, replySerial: 5, destination: 6, signature: 8 };

const isLittle = (bytes: Uint8Array): boolean => {
  if (bytes[0] !== 0x6c && bytes[0] !== 0x42) throw new ParseError('expected a message of D-Bus');
  return bytes[0] === 0x6c;
};

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const aligned = (position: number, alignment: number): number => Math.ceil(position / alignment) * alignment;

/** Length in bytes of the message that begins here; null while its fixed part is incomplete. Throws ParseError. */
export function dbusLength(bytes: Uint8Array): number | null {
  if (bytes.length < FIXED) return null;
  const little = isLittle(bytes);
  const view = viewOf(bytes);
  return aligned(FIXED + view.getUint32(12, little), 8) + view.getUint32(4, little);
}

/** Parses the header of a complete message; its body shares the bytes. Throws ParseError. */
export function readDbusMessage(bytes: Uint8Array): DbusMessage {
  const length = dbusLength(bytes);
  if (length === null || length !== bytes.length) throw new ParseError('expected a whole message of D-Bus');
  const little = isLittle(bytes);
  const type = TYPES[bytes[1] ?? 0] ?? null;
  if (type === null || bytes[3] !== 1) throw new ParseError('expected a message of D-Bus, version 1');
  const view = viewOf(bytes);
  const bodyLength = view.getUint32(4, little);
  const reader = new Reader(bytes.subarray(0, bytes.length - bodyLength), little);
  reader.position = FIXED - 4;
  const fields = new Map(reader.value('a(yv)') as [number, BusValue][]);
  const text = (field: number): string | null => {
    const value = fields.get(field);
    return typeof value === 'string' ? value : null;
  };
  const replySerial = fields.get(FIELD.replySerial);
  return {
    type,
    serial: view.getUint32(8, little),
    replySerial: typeof replySerial === 'number' ? replySerial : null,
    path: text(FIELD.path),
    interface: text(FIELD.interface),
    member: text(FIELD.member),
    error: text(FIELD.error),
    signature: text(FIELD.signature) ?? '',
    body: bytes.subarray(bytes.length - bodyLength),
    isLittleEndian: little,
  };
}

/** Decodes a message's values. Numbers beyond 2^53 lose precision. Throws ParseError. */
export function dbusValues({ body, signature, isLittleEndian }: DbusMessage): BusValue[] {
  const reader = new Reader(body, isLittleEndian);
  return typesIn(signature).map((type) => reader.value(type));
}

/** Splits a signature into single complete types. */
function typesIn(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length;) {
    const end = typeEnd(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** End of the single complete type at `start`. */
function typeEnd(signature: string, start: number): number {
  let at = start;
  while (signature[at] === 'a') at += 1;
  const first = signature[at];
  if (first === undefined) throw new ParseError('expected a type of D-Bus');
  const closing = CLOSING[first];
  if (closing === undefined) return at + 1;
  at += 1;
  // Empty structures are invalid.
  do at = typeEnd(signature, at);
  while (signature[at] !== closing);
  return at + 1;
}

class Reader {
  position = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #little: boolean;
  #depth = 0;

  constructor(bytes: Uint8Array, little: boolean) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#little = little;
  }

  /** Reads the value of a single complete type. */
  value(type: string): BusValue {
    const first = type[0] ?? '';
    if (SIZES[first] !== undefined) return this.#fixed(first, SIZES[first]);
    switch (first) {
      case 's':
      case 'o':
        return this.#text(this.#fixed('u', 4) as number);
      case 'g':
        return this.#text(this.#fixed('y', 1) as number);
      default:
        return this.#container(first, type);
    }
  }

  #container(first: string, type: string): BusValue {
    if ((this.#depth += 1) > DEEPEST) throw new ParseError('a value of D-Bus is nested too deeply');
    const value = this.#contained(first, type);
    this.#depth -= 1;
    return value;
  }

  #contained(first: string, type: string): BusValue {
    switch (first) {
      case 'v': {
        const [inner, more] = typesIn(this.value('g') as string);
        if (inner === undefined || more !== undefined) throw new ParseError('expected one type of D-Bus');
        return this.value(inner);
      }
      case 'a':
        return this.#array(type.slice(1));
      case '(':
      case '{':
        this.#align(8);
        return typesIn(type.slice(1, -1)).map((member) => this.value(member));
      default:
        throw new ParseError('unknown type of D-Bus');
    }
  }

  #array(type: string): BusValue[] {
    const length = this.#fixed('u', 4) as number;
    this.#align(alignmentOf(type));
    const end = this.position + length;
    if (end > this.#bytes.length) throw new ParseError('an array of D-Bus is cut');
    const values: BusValue[] = [];
    while (this.position < end) values.push(this.value(type));
    if (this.position !== end) throw new ParseError('an array of D-Bus does not end with a value');
    return values;
  }

  #align(alignment: number): void {
    this.position = aligned(this.position, alignment);
  }

  #text(length: number): string {
    const start = this.position;
    this.position += length + 1;
    if (this.position > this.#bytes.length) throw new ParseError('a text of D-Bus is cut');
    return decode(this.#bytes, start, start + length);
  }

  #fixed(type: string, size: number): number | boolean {
    this.#align(size);
    const at = this.position;
    this.position += size;
    if (this.position > this.#bytes.length) throw new ParseError('a value of D-Bus is cut');
    const [view, little] = [this.#view, this.#little];
    switch (type) {
      case 'y':
        return view.getUint8(at);
      case 'n':
        return view.getInt16(at, little);
      case 'q':
        return view.getUint16(at, little);
      case 'i':
        return view.getInt32(at, little);
      case 'x':
        return Number(view.getBigInt64(at, little));
      case 't':
        return Number(view.getBigUint64(at, little));
      case 'd':
        return view.getFloat64(at, little);
      case 'b':
        return view.getUint32(at, little) !== 0;
      default:
        return view.getUint32(at, little);
    }
  }
}

function alignmentOf(type: string): number {
  const first = type[0] ?? '';
  if (first === 'g' || first === 'v') return 1;
  return SIZES[first] ?? (first === '(' || first === '{' ? 8 : 4);
}

/** Bytes of a method call, which expects a reply. */
export function encodeDbusCall(call: BusCall, serial: number): Uint8Array {
  const { values = [] } = call;
  const body = new Writer();
  for (const value of values) {
    if (typeof value === 'string') body.text(value);
    else body.texts(value);
  }
  const message = new Writer();
  message.bytes(0x6c, 1, 0, 1);
  message.uint32(body.length);
  message.uint32(serial);
  const fields = new Writer();
  fields.field(FIELD.path, 'o', call.path);
  fields.field(FIELD.interface, 's', call.interface);
  fields.field(FIELD.member, 's', call.member);
  fields.field(FIELD.destination, 's', call.destination);
  if (values.length > 0)
    fields.field(
      FIELD.signature,
      'g',
      values.map((value) => (typeof value === 'string' ? 's' : 'as')).join(''),
    );
  message.uint32(fields.length);
  message.append(fields);
  message.align(8);
  message.append(body);
  return message.written();
}

/** Little-endian. Parts are aligned to eight bytes, so their own alignment is kept. */
class Writer {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  bytes(...values: number[]): void {
    for (const value of values) this.#bytes.push(value);
  }

  align(alignment: number): void {
    while (this.length % alignment !== 0) this.#bytes.push(0);
  }

  uint32(value: number): void {
    this.align(4);
    this.bytes(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
  }

  text(value: string): void {
    const bytes = bytesOf(value);
    this.uint32(bytes.length);
    this.bytes(...bytes, 0);
  }

  texts(values: readonly string[]): void {
    const items = new Writer();
    for (const value of values) items.text(value);
    this.uint32(items.length);
    this.append(items);
  }

  field(code: number, type: string, value: string): void {
    this.align(8);
    this.bytes(code, 1, type.charCodeAt(0), 0);
    if (type !== 'g') return this.text(value);
    const bytes = bytesOf(value);
    this.bytes(bytes.length, ...bytes, 0);
  }

  append(part: Writer): void {
    for (const byte of part.#bytes) this.#bytes.push(byte);
  }

  written(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
