/** JSON of a list, which copies the bytes of unchanged items from the previous list. */
import type { Served, ServedMember } from '../../core/served.ts';
import type { Steps } from '../../core/steps.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { PooledBuffer } from '../../http/body/pooled-buffer.ts';

/** The only member that may differ in an unchanged item. */
const TIME = 'time_since_update';
const MEMBER = `"${TIME}":`;

const COMMA = 0x2c;
/** Most items copied at once. */
const MOST_OF_RUN = 256;

/** Spare memory for growth. */
const MORE_BYTES = 16_384;
const MORE_ITEMS = 64;
/** Most pooled buffers; further ones are left to the garbage collector. */
const MOST_RETIRED = 2;
/** Unrequested lists before all memory is released: more than a minute has while a plugin rests in between. */
const MOST_UNASKED = 20;

/** Format of a list's items. */
interface RowFormat {
  /** Character codes of the enclosing brackets. */
  readonly open: number;
  readonly close: number;
  /** True if an item's text contains its `time_since_update`. */
  readonly isTimed: boolean;
}

/** The items themselves. */
export const ARRAY: RowFormat = { open: 0x5b, close: 0x5d, isTimed: true };
/** Members derived only from unchanging parts of items. */
export const OBJECT: RowFormat = { open: 0x7b, close: 0x7d, isTimed: false };

/** JSON of an item. */
type TextOf = (item: Served) => string;

const jsonText: TextOf = (item) => JSON.stringify(item);

/** Positions of items in the bytes of a list. */
interface Places {
  /** Start of each item, including the separator before it; one more for the end of the last. */
  readonly starts: Int32Array;
  /** Offset and length of an item's time; 0: none. */
  readonly times: Int32Array;
  readonly timeLengths: Uint8Array;
}

/** Reused memory for lists: V8 would free earlier ones only after minutes. */
interface Room {
  readonly bytes: Buffer;
  readonly places: Places;
}

/** Writes successive lists; the bytes equal those of plain serialisation. */
export class RowBytes {
  readonly #format: RowFormat;
  #last: Rows;
  /** Buffers of earlier lists. */
  #retired: Written[] = [];
  #unasked = 0;

  constructor(format: RowFormat = ARRAY) {
    this.#format = format;
    this.#last = noRows(format);
  }

  /**
   * @param items see `keepsItems` of list plugins
   * @param textOf called for items that are new in the list
   */
  *make(items: readonly Served[], textOf = jsonText): Steps<PooledBuffer> {
    this.#unasked = 0;
    const last = this.#last;
    // Another list may be done before this one.
    last.buffer.take();
    const find = finder(last.items);
    const made = new Rows(items, this.#format, this.#room(last.buffer.length + MORE_BYTES, items.length));
    for (let at = 0; at < items.length;) {
      yield;
      const before = find(at, items);
      at += before < 0 ? made.write(at, textOf) : made.copy(at, last, before);
    }
    made.end();
    last.buffer.release();
    this.#retired.push(this.#last.written);
    this.#last = made;
    return made.buffer;
  }

  /** Called for each new list. */
  renew(): void {
    this.#unasked += 1;
    if (this.#unasked === MOST_UNASKED) this.forget();
  }

  /** Called when the texts of all items change. */
  forget(): void {
    this.#last = noRows(this.#format);
    this.#retired = [];
  }

  #room(bytes: number, items: number): Room {
    const free = this.#retired.find(({ buffer }) => buffer.isFree);
    // One is enough without slow readers.
    this.#retired = this.#retired.filter(({ buffer }) => !buffer.isFree).slice(1 - MOST_RETIRED);
    const room = free?.buffer.reuse();
    const places = free?.places;
    return {
      bytes: fits(room, bytes) ? room : Buffer.allocUnsafeSlow(bytes + MORE_BYTES),
      places: fits(places?.times, items) ? (places as Places) : placesFor(items + MORE_ITEMS),
    };
  }
}

/** True if the buffer is large enough, but not much too large. */
const fits = <Bytes extends { length: number }>(room: Bytes | undefined, needed: number): room is Bytes =>
  room !== undefined && room.length >= needed && room.length <= 2 * (needed + MORE_ITEMS);

const placesFor = (items: number): Places => ({
  starts: new Int32Array(items + 1),
  times: new Int32Array(items),
  timeLengths: new Uint8Array(items),
});

/** A list whose buffer may be reused. */
interface Written {
  readonly buffer: PooledBuffer;
  readonly places: Places;
}

/** Index of an item in a list, or -1. Most follow the previous one. */
function finder(before: readonly Served[]): (at: number, items: readonly Served[]) => number {
  let places: Map<Served, number> | null = null;
  let shift = 0;
  return (at, items) => {
    const item = items[at] as Served;
    if (before[at + shift] === item) return at + shift;
    places ??= new Map(before.map((one, place) => [one, place]));
    const place = places.get(item) ?? -1;
    if (place >= 0) shift = place - at;
    return place;
  };
}

/** A list, its bytes, and the positions of its items. */
class Rows {
  readonly items: readonly Served[];
  readonly #format: RowFormat;
  readonly #out: GrowingBytes;
  readonly #places: Places;
  #time: ServedMember;
  #digits: Uint8Array = new Uint8Array(0);
  /** The bytes, once they are complete. */
  buffer: PooledBuffer = new PooledBuffer(Buffer.alloc(0));

  constructor(items: readonly Served[], format: RowFormat, { bytes, places }: Room) {
    this.items = items;
    this.#format = format;
    this.#out = new GrowingBytes(bytes);
    this.#places = places;
  }

  get written(): Written {
    return { buffer: this.buffer, places: this.#places };
  }

  /** The bytes, with spare memory. */
  get #bytes(): Buffer {
    return this.#out.bytes;
  }

  /** Writes a new item. */
  write(at: number, textOf: TextOf): 1 {
    const item = this.items[at] as Served;
    const text = textOf(item);
    if (at > 0) this.#out.expected = Math.ceil((this.#out.length / at) * this.items.length) + MORE_BYTES;
    this.#begin(at);
    // Only a member is followed by a colon: within texts quotes are escaped.
    const time = typeof this.#timeOf(item) === 'number' ? text.indexOf(MEMBER) + MEMBER.length : 0;
    this.#out.write(text.slice(0, time));
    this.#setTime(at, time > 0 ? this.#digitsOf(item).length : 0);
    this.#out.write(text.slice(time));
    return 1;
  }

  /** Copies an item from an earlier list with the following ones in the same order; returns their number. */
  copy(at: number, last: Rows, before: number): number {
    const digits = this.#digitsOf(this.items[at] as Served);
    const from = last.#places;
    const length = from.timeLengths[before];
    if (length !== 0 && length !== digits.length) return this.#copyOne(at, last, before, digits);
    const count = this.#lengthOfRun(at, last, before);
    const { starts, times, timeLengths } = this.#places;
    const shift = this.#out.length - from.starts[before]!;
    this.#out.copy(last.#bytes, from.starts[before]!, from.starts[before + count]!);
    for (let one = 0; one < count; one += 1) {
      starts[at + one] = from.starts[before + one]! + shift;
      timeLengths[at + one] = length!;
      if (length === 0) continue;
      times[at + one] = from.times[before + one]! + shift;
      this.#out.bytes.set(digits, times[at + one]);
    }
    this.#sign(at);
    return count;
  }

  /** Ends the list. */
  end(): void {
    this.#places.starts[this.items.length] = this.#out.length;
    if (this.items.length === 0) this.#out.push(this.#format.open);
    this.#out.push(this.#format.close);
    this.buffer = new PooledBuffer(this.#out.whole());
  }

  /** Number of adjacent items from here with times of one length and equal current times. */
  #lengthOfRun(at: number, last: Rows, before: number): number {
    const most = Math.min(MOST_OF_RUN, this.items.length - at);
    const time = this.#timeOf(this.items[at]);
    let count = 1;
    while (
      count < most &&
      this.items[at + count] === last.items[before + count] &&
      this.#timeOf(this.items[at + count]) === time &&
      last.#places.timeLengths[before + count] === last.#places.timeLengths[before]
    )
      count += 1;
    return count;
  }

  /** Copies an item whose time has another length. */
  #copyOne(at: number, last: Rows, before: number, digits: Uint8Array): 1 {
    const { starts, times, timeLengths } = last.#places;
    const time = times[before]!;
    this.#begin(at);
    this.#out.copy(last.#bytes, starts[before]! + 1, time);
    this.#setTime(at, digits.length);
    this.#out.copy(digits, 0, digits.length);
    this.#out.copy(last.#bytes, time + timeLengths[before]!, starts[before + 1]!);
    return 1;
  }

  #begin(at: number): void {
    this.#places.starts[at] = this.#out.length;
    this.#out.push(at === 0 ? this.#format.open : COMMA);
  }

  /** Fixes the separator, since another item may have been first. */
  #sign(at: number): void {
    this.#out.bytes[this.#places.starts[at]!] = at === 0 ? this.#format.open : COMMA;
  }

  #setTime(at: number, length: number): void {
    this.#places.times[at] = this.#out.length;
    this.#places.timeLengths[at] = length;
  }

  #timeOf(item: Served | undefined): ServedMember {
    return this.#format.isTimed ? item?.[TIME] : undefined;
  }

  /** Text of an item's time; successive ones are mostly equal. */
  #digitsOf(item: Served): Uint8Array {
    const time = this.#timeOf(item);
    if (time !== this.#time) {
      this.#time = time;
      this.#digits = Buffer.from(JSON.stringify(time) ?? '');
    }
    return this.#digits;
  }
}

const noRows = (format: RowFormat): Rows =>
  new Rows([], format, { bytes: Buffer.alloc(0), places: placesFor(0) });
