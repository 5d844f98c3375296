import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Body } from './body.ts';

/** Bytes that are not all the same, in parts. */
const partsOf = (...lengths: number[]): Buffer[] =>
  lengths.map((length, part) => Buffer.from(Array.from({ length }, (_, at) => (at * 7 + part) % 251)));

it.each([
  ['at once', partsOf(2000)],
  ['at once, of parts', partsOf(2000, 0, 3000)],
  ['in the thread pool', partsOf(100_000, 50_000)],
])('is compressed whole, and once: %s', async (_, parts) => {
  const body = new Body(parts, null);
  const packed = await body.packed();
  expect(gunzipSync(packed).equals(Buffer.concat(parts))).toBe(true);
  expect(packed.length).toBeLessThan(body.length);
  expect(await body.packed()).toBe(packed);
});
