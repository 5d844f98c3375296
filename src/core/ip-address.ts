/** IP addresses, read by ipaddr.js. */
import ipaddr from 'ipaddr.js';
import { orNull } from './or-null.ts';

/** IPv4-mapped addresses (`::ffff:1.2.3.4`) are IPv4. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Returns the address in its shortest form, without a zone; empty if malformed. */
export const shortAddress = (text: string): string => parseIpAddress(text)?.toString() ?? '';

/** True for addresses of this machine only. */
export const isLoopback = (text: string): boolean => parseIpAddress(text)?.range() === 'loopback';

/** Null for anything but an address; a zone (`%eth0`) is left out, brackets are not understood. */
export function parseIpAddress(text: string): IpAddress | null {
  const plain = text.replace(/%.*$/s, '');
  const last = plain.slice(plain.lastIndexOf(':') + 1);
  // The library accepts numbers such as 127 and 0x7f.1 as addresses, and `::1.2.3.4` as a mapped one.
  if ((last === plain || last.includes('.')) && !ipaddr.IPv4.isValidFourPartDecimal(last)) return null;
  return orNull(() => ipaddr.process(plain.replace(/^::(?=\d+\.)/, '0::')));
}
