/** Seeded random numbers and mutations of inputs. */
import type { Json } from '../../src/core/served.ts';

export interface Random {
  /** From 0 to below `limit`. */
  below(limit: number): number;
  one<T>(list: readonly T[]): T;
}

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, one: (list) => list[below(list.length)] as (typeof list)[number] };
}

const words = (text: string): string[] => text.split(' ');

const TOKENS = [
  ...words(
    '% %00 %2e%2e %2F .. / // ? # ; : @ , = " \' ` \\ < > & &amp; &#0; ]]> <!-- <![CDATA[ <? <!DOCTYPE { } [ ]',
  ),
  ...words('-1 0 1e999 99999999999999999999 NaN null true __proto__ constructor \u202e \ufeff 😀'),
  '\0',
  '\r\n',
  '\n',
  ' ',
].map((token) => Buffer.from(token));

/** A few changes of bytes: flipped, put in, taken out, doubled, swapped with another sample. */
export function mutateBytes(sample: Uint8Array, random: Random, others: readonly Uint8Array[] = []): Buffer {
  let bytes: Buffer = Buffer.from(sample);
  for (let count = random.below(5); count >= 0; count -= 1) bytes = changed(bytes, random, others);
  return bytes.subarray(0, 65_536);
}

function changed(bytes: Buffer, random: Random, others: readonly Uint8Array[]): Buffer {
  const at = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + random.below(16));
  const [head, cut, tail] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.below(6)) {
    case 0:
      return Buffer.concat([head, cut.map((byte) => byte ^ (1 << random.below(8))), tail]);
    case 1:
      return Buffer.concat([head, random.one(TOKENS), cut, tail]);
    case 2:
      return Buffer.concat([head, tail]);
    case 3:
      return Buffer.concat([head, ...Array<Buffer>(1 + random.below(200)).fill(cut), tail]);
    case 4:
      return Buffer.concat([head, Buffer.from([random.below(256), random.below(256)]), tail]);
    default:
      return Buffer.concat([
        head,
        (others.length > 0 ? random.one(others) : bytes).subarray(random.below(64)),
      ]);
  }
}

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  [],
  {},
  [null],
  [[[]]],
]
  .concat([{ key: 'key' }, { length: -1 }, 'x'.repeat(5000), Array.from({ length: 300 }, () => 0)] as never)
  .concat(words('x \0 \u202e __proto__ 2026-13-45T99:99:99Z') as never, '' as never);
const KEYS = ['__proto__', 'constructor', 'toString', 'key', 'length', 'name', 'Id', ''];

/** A few changes of a JSON value: members replaced by values of any type, taken out, or put in. */
export function mutateJson(sample: unknown, random: Random): Json {
  if (random.below(20) === 0) return structuredClone(random.one(VALUES)) as Json;
  const value: unknown = structuredClone(sample);
  for (let count = random.below(4); count >= 0; count -= 1) changeMember(value, random);
  // As JSON.parse returns it: no holes in lists, `__proto__` as a member.
  return JSON.parse(JSON.stringify(value)) as Json;
}

function changeMember(root: unknown, random: Random): void {
  let holder: unknown = root;
  for (let depth = random.below(6); depth > 0; depth -= 1) {
    const inner = isHolder(holder) ? random.one([...Object.values(holder), null]) : null;
    if (isHolder(inner)) holder = inner;
  }
  if (!isHolder(holder)) return;
  const names = Object.keys(holder);
  const isNew = names.length === 0 || random.below(4) === 0;
  const name = isNew ? (Array.isArray(holder) ? String(names.length) : random.one(KEYS)) : random.one(names);
  if (random.below(4) === 0) delete holder[name];
  else
    Object.defineProperty(holder, name, {
      value: structuredClone(random.one(VALUES)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
