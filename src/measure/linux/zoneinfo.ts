import { ByteCursor, bytesOf } from './bytes.ts';

const LOW = bytesOf('low ');

/** Sum of the low watermarks of all zones, in pages, from /proc/zoneinfo; 0 when there are none. */
export function parseZoneinfo(bytes: Uint8Array): number {
  let sum = 0;
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    cursor.skipBlanks();
    if (!cursor.startsWith(LOW)) continue;
    cursor.position += LOW.length;
    sum += Math.max(0, cursor.integer());
  }
  return sum;
}
