/** Used part of protobuf encoding. https://protobuf.dev/programming-guides/encoding/ */

/** A growing byte buffer. */
export class ProtoWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #size = 0;

  /** A copy of the written bytes. */
  finish(): Uint8Array {
    return Uint8Array.from(this.#bytes.subarray(0, this.#size));
  }

  get size(): number {
    return this.#size;
  }

  /** An integer up to 2^53; negative ones are not written. */
  varint(value: number): this {
    this.#reserve(10);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#size] = (rest % 128) | 0x80;
      this.#size += 1;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#size] = rest;
    this.#size += 1;
    return this;
  }

  tag(field: number, wire: 0 | 1 | 2 | 5): this {
    return this.varint(field * 8 + wire);
  }

  uint(field: number, value: number): this {
    return this.tag(field, 0).varint(value);
  }

  double(field: number, value: number): this {
    this.tag(field, 1).#reserve(8);
    this.#bytes.writeDoubleLE(value, this.#size);
    this.#size += 8;
    return this;
  }

  fixed64(field: number, value: bigint): this {
    this.tag(field, 1).#reserve(8);
    this.#bytes.writeBigUInt64LE(value, this.#size);
    this.#size += 8;
    return this;
  }

  /** A message or an encoded text. */
  bytes(field: number, value: Uint8Array): this {
    return this.tag(field, 2).varint(value.length).raw(value);
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value, 'utf8'));
  }

  message(field: number, write: (inner: ProtoWriter) => void): this {
    const inner = new ProtoWriter();
    write(inner);
    return this.bytes(field, inner.#bytes.subarray(0, inner.#size));
  }

  raw(value: Uint8Array): this {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#size);
    this.#size += value.length;
    return this;
  }

  #reserve(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + more));
    this.#bytes.copy(grown, 0, 0, this.#size);
    this.#bytes = grown;
  }
}

/** Returns the length-delimited fields of a message with their tags; null if it contains anything else. */
export function fieldsIn(message: Uint8Array): Uint8Array[] | null {
  const fields: Uint8Array[] = [];
  let at = 0;
  while (at < message.length) {
    const start = at;
    if (((message[at] ?? 0) & 7) !== 2) return null;
    at += 1;
    let length = 0;
    let shift = 1;
    for (; ; at += 1, shift *= 128) {
      const byte = message[at] ?? 0;
      length += (byte & 0x7f) * shift;
      if (byte < 0x80) break;
    }
    at += 1 + length;
    fields.push(message.subarray(start, at));
  }
  return fields;
}

/** Returns the last value of each field by number: numbers, or bytes of length-delimited fields; null: invalid. */
export function membersOf(message: Uint8Array): ReadonlyMap<number, number | Uint8Array> | null {
  const members = new Map<number, number | Uint8Array>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const wire = tag & 7;
    const value = wire === 0 || wire === 2 ? varint() : 0;
    const size = wire === 2 ? value : wire === 1 ? 8 : wire === 5 ? 4 : 0;
    if (wire === 3 || wire === 4 || wire > 5 || at + size > message.length) return null;
    members.set(Math.floor(tag / 8), wire === 2 ? message.subarray(at, at + size) : value);
    at += size;
  }
  return members;
}

/** Tag of a field; its number is below 16. */
export const fieldNumber = (field: Uint8Array): number => (field[0] ?? 0) >> 3;

/** Content of such a field without tag and length. */
export function contentOf(field: Uint8Array): Uint8Array {
  let at = 1;
  while ((field[at] ?? 0) >= 0x80) at += 1;
  return field.subarray(at + 1);
}

/** Consecutive integers. */
export function varintsIn(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let factor = 1;
  for (const byte of bytes) {
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte >= 0x80) continue;
    numbers.push(value);
    value = 0;
    factor = 1;
  }
  return numbers;
}
