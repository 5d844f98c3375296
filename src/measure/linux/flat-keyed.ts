import { ByteCursor } from './bytes.ts';

const BLANK = 0x20;

/**
 * Returns the number of a key in a flat keyed file (cgroup-v2, Interface Files): `cpu.stat`, `memory.stat`. Null without such a
 * line.
 * @param key without the following blank
 */
export function flatKeyed(bytes: Uint8Array, key: Uint8Array): number | null {
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    if (!cursor.startsWith(key) || bytes[cursor.position + key.length] !== BLANK) continue;
    cursor.position += key.length;
    const value = cursor.integer(Number.NaN);
    return Number.isNaN(value) ? null : value;
  }
  return null;
}
