import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import type { Served } from '../../core/served.ts';
import { inOneGo } from '../../../test/support/in-one-go.ts';
import type { PooledBuffer } from '../../http/body/pooled-buffer.ts';
import { OBJECT, RowBytes } from './row-bytes.ts';

/** Reads immediately, so buffers are reused. */
function make(rows: RowBytes, items: readonly Served[]): string {
  const buffer = inOneGo(rows.make(items));
  const text = buffer.take().toString('utf8');
  buffer.release();
  return text;
}

const TIME = 'time_since_update';
/** Texts that resemble the wanted member, and characters of all widths. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(`"${TIME}":2`, TIME, `\\"${TIME}\\":`, 'ü', '🜁'),
);
const nested = fc.oneof(
  text,
  fc.double({ noNaN: true }),
  fc.constant(null),
  fc.array(text),
  fc.dictionary(
    text.filter((name) => name !== TIME),
    fc.nat(),
  ),
);
const time = fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constantFrom(1, 2, 2.01, 2.001));
const item = fc
  .tuple(
    fc.dictionary(fc.string(), nested),
    fc.option(time, { nil: undefined }),
    fc.dictionary(fc.string(), nested),
  )
  .map(([before, seconds, after]): Served => {
    const { [TIME]: _one, ...head } = before;
    const { [TIME]: _two, ...tail } = after;
    return { ...head, ...(seconds !== undefined && { [TIME]: seconds }), ...tail };
  });

/** Changes of a list: items that go, come and change places, and the time of the others. */
const step = fc.record({
  come: fc.array(fc.tuple(fc.nat(20), item), { maxLength: 4 }),
  gone: fc.array(fc.nat(20), { maxLength: 4 }),
  moved: fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 3 }),
  seconds: time,
});

describe('the bytes of a list that is made again and again', () => {
  it('are those of plain serialisation, whatever came, went, moved and changed its time', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), fc.array(step, { maxLength: 6 }), (first, steps) => {
        const rows = new RowBytes();
        let items = first;
        expect(make(rows, items)).toBe(JSON.stringify(items));
        for (const { come, gone, moved, seconds } of steps) {
          items = items.filter((_, at) => !gone.includes(at));
          for (const [from, to] of moved) items.splice(to, 0, ...items.splice(from, 1));
          for (const [at, one] of come) items = items.toSpliced(at, 0, one);
          for (const one of items) if (TIME in one) one[TIME] = seconds;
          expect(make(rows, items)).toBe(JSON.stringify(items));
        }
      }),
    );
  });

  it('are copied in runs where nothing but the time changed', () => {
    const rows = new RowBytes();
    const items = Array.from({ length: 700 }, (_, pid): Served => ({ pid, [TIME]: 2.5, name: 'a' }));
    make(rows, items);
    let steps = 0;
    const filling = rows.make(items);
    while (!filling.next().done) steps += 1;
    expect(steps).toBe(3);
  });

  it('may be made of the next list before the last one is done', () => {
    const rows = new RowBytes();
    const items = [1, 2, 3].map((pid): Served => ({ pid, [TIME]: 1 }));
    const slow = rows.make(items);
    slow.next();
    const more = [...items, { pid: 4, [TIME]: 2 }];
    expect(make(rows, more)).toBe(JSON.stringify(more));
    expect(inOneGo(slow).take().toString()).toBe(JSON.stringify(items));
    expect(make(rows, more)).toBe(JSON.stringify(more));
  });

  it('are written into the buffer of an earlier list once nobody reads that', () => {
    const rows = new RowBytes();
    const items = [1, 2, 3].map((pid): Served => ({ pid, [TIME]: 1 }));
    const next = (): PooledBuffer => {
      for (const one of items) one[TIME] = Number(one[TIME]) + 1;
      return inOneGo(rows.make(items));
    };
    const buffers: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      const buffer = next();
      buffers.push(buffer.take().buffer);
      buffer.release();
    }
    expect(new Set(buffers).size).toBe(2);
    const read = next();
    const text = read.take().toString();
    for (let count = 0; count < 5; count += 1) next();
    expect(read.take().toString()).toBe(text);
    const kept = next().keep();
    const before = kept.toString();
    for (let count = 0; count < 5; count += 1) next();
    expect(kept.toString()).toBe(before);
  });

  it('do not stay in a buffer that is much too large', () => {
    const rows = new RowBytes();
    const many = Array.from({ length: 9000 }, (_, pid): Served => ({ pid, [TIME]: 1 }));
    for (let count = 0; count < 3; count += 1) inOneGo(rows.make(many));
    for (let count = 0; count < 4; count += 1) inOneGo(rows.make(many.slice(0, 5)));
    expect(inOneGo(rows.make(many.slice(0, 5))).take().buffer.byteLength).toBeLessThan(100_000);
  });
});

describe('memory, which V8 would free after minutes', () => {
  const items = Array.from({ length: 2000 }, (_, pid): Served => ({
    pid,
    [TIME]: 1.5,
    name: `process ${pid}`,
  }));

  /** Bytes allocated for `count` lists, of which every `every`th is requested. */
  function allocated(rows: RowBytes, count: number, every: number): number {
    let sum = 0;
    const counting = {
      construct: (type: typeof Int32Array | typeof Uint8Array, [length]: [number]): object => {
        sum += length * type.BYTES_PER_ELEMENT;
        return new type(length);
      },
    };
    const buffers = vi.spyOn(Buffer, 'allocUnsafeSlow');
    vi.stubGlobal('Int32Array', new Proxy(Int32Array, counting));
    vi.stubGlobal('Uint8Array', new Proxy(Uint8Array, counting));
    try {
      for (let list = 0; list < count; list += 1) {
        rows.renew();
        if (list % every === 0) make(rows, items);
      }
      return buffers.mock.calls.reduce((all, [length]) => all + length, sum);
    } finally {
      buffers.mockRestore();
      vi.unstubAllGlobals();
    }
  }

  it('is allocated for the first lists, and then used again', () => {
    const rows = new RowBytes();
    expect(allocated(rows, 3, 1)).toBeGreaterThan(100_000);
    expect(allocated(rows, 50, 1)).toBe(0);
  });

  it('is used again for someone who comes less often than there are lists', () => {
    const rows = new RowBytes();
    allocated(rows, 30, 10);
    expect(allocated(rows, 100, 10)).toBe(0);
  });

  it('is let go when nobody comes any more', () => {
    const rows = new RowBytes();
    allocated(rows, 3, 1);
    expect(allocated(rows, 100, 99)).toBeGreaterThan(100_000);
  });

  it('is little more than a first list needs', () => {
    const buffer = inOneGo(new RowBytes().make(items));
    expect(buffer.take().buffer.byteLength).toBeLessThan(1.15 * buffer.length + 20_000);
    const slow = vi.spyOn(Buffer, 'allocUnsafeSlow');
    inOneGo(new RowBytes().make(items));
    expect(slow.mock.calls.length).toBeLessThan(4);
    slow.mockRestore();
  });
});

describe('members made from items', () => {
  const member = ({ pid }: Served): string => `"${String(pid)}":{"hidden":false}`;
  const expected = (items: readonly Served[]): string => `{${items.map(member).join(',')}}`;

  it('are made of new items alone, and hold no time', () => {
    const rows = new RowBytes(OBJECT);
    let items = Array.from({ length: 900 }, (_, pid): Served => ({ pid, [TIME]: 1 }));
    const asked: Served[] = [];
    const next = (): string => {
      asked.length = 0;
      const buffer = inOneGo(rows.make(items, (one) => (asked.push(one), member(one))));
      return buffer.take().toString();
    };
    expect(next()).toBe(expected(items));
    expect(asked).toHaveLength(900);
    const fresh = { pid: 5, [TIME]: 2 };
    items = [fresh, ...items.slice(300), ...items.slice(10, 20)];
    for (const one of items) one[TIME] = 12.5;
    expect(next()).toBe(expected(items));
    expect(asked).toEqual([fresh]);
    items = [];
    expect(next()).toBe('{}');
  });

  it('are made of all items once they are forgotten', () => {
    const rows = new RowBytes(OBJECT);
    const items: Served[] = [{ pid: 1 }, { pid: 2 }];
    inOneGo(rows.make(items, member));
    rows.forget();
    const text = inOneGo(rows.make(items, ({ pid }) => `"${String(pid)}":1`)).take();
    expect(text.toString()).toBe('{"1":1,"2":1}');
  });
});
