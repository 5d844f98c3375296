import { ByteCursor } from './bytes.ts';

/** Counts the entries of /proc/net/arp by interface. */
export function countArpEntries(bytes: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>();
  const cursor = new ByteCursor(bytes);
  cursor.nextLine();
  for (; cursor.more; cursor.nextLine()) {
    cursor.skipWords(5); // address, type, flags, hardware address, mask
    const device = cursor.word();
    if (device !== '') counts.set(device, (counts.get(device) ?? 0) + 1);
  }
  return counts;
}
