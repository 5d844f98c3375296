import { eachLine } from './bytes.ts';

/** A wireless interface that is connected. */
export interface WirelessLink {
  interfaceName: string;
  /** Quality of the link; most drivers count to 70. */
  link: number;
  /** Strength of the signal in dBm. */
  level: number;
}

/**
 * Reads /proc/net/wireless (net/wireless/wext-proc.c), rows in file order:
 * `wlan0: 0000   62.  -48.  -256 …`, name, status, link, level, noise; a dot marks values updated since the last read. Other rows,
 * including the two heading rows, are skipped.
 */
export function parseWireless(bytes: Uint8Array): WirelessLink[] {
  const links: WirelessLink[] = [];
  eachLine(bytes, (cursor) => {
    const name = cursor.word();
    cursor.skipWords(1); // status
    const link = cursor.integer(Number.NaN);
    cursor.skipWords(cursor.peek() === DOT ? 1 : 0);
    const level = cursor.integer(Number.NaN);
    if (!name.endsWith(':') || Number.isNaN(link + level)) return;
    links.push({ interfaceName: name.slice(0, -1), link, level });
  });
  return links;
}

const DOT = 0x2e;
