/** Payloads of text lines: bounded in size, and divisible at lines. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Payload } from '../exporter.ts';

/** Most bytes of one request, before compression. */
const MOST_BYTES = 1024 * 1024;
const FAST = { level: 1 } as const;

/** @param lines each with its line end @param samples values per line */
export function linePayloads(lines: readonly string[], samples: readonly number[] | null = null): Payload[] {
  const payloads: Payload[] = [];
  let text = '';
  let count = 0;
  const flush = (): void => {
    if (text !== '') payloads.push({ bytes: Buffer.from(text), samples: count });
    text = '';
    count = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (text.length + line.length > MOST_BYTES) flush();
    text += line;
    count += samples?.[index] ?? 1;
  }
  flush();
  return payloads;
}

/** Splits at the line end nearest to the middle; null: it is one line. */
export function splitLines(bytes: Uint8Array): [Uint8Array, Uint8Array] | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = buffer.lastIndexOf(10, Math.floor((bytes.length - 1) / 2));
  if (at < 0) at = buffer.indexOf(10);
  if (at < 0 || at === bytes.length - 1) return null;
  return [buffer.subarray(0, at + 1), buffer.subarray(at + 1)];
}

/** Like {@link splitLines}, for compressed lines. */
export function splitGzip(bytes: Uint8Array): [Uint8Array, Uint8Array] | null {
  const halves = splitLines(gunzipSync(bytes));
  return halves && [gzipSync(halves[0], FAST), gzipSync(halves[1], FAST)];
}

export const gzipped = (payloads: readonly Payload[]): Payload[] =>
  payloads.map(({ bytes, samples }) => ({ bytes: gzipSync(bytes, FAST), samples }));
