/**
 * Addresses at which no server of the page may be: link-local ones, where clouds tell their machines secrets, and what
 * they use beside them. A server of the configuration file may be anywhere.
 */
import { type IpAddress, isIpv4, parseIpAddress } from '../../core/ip-address.ts';

/** 100.100.100.200 of Alibaba, fd00:ec2::254 of Amazon, fd20:ce::254 of Google. */
const METADATA = new Set(
  ['100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'].map((text) => String(parseIpAddress(text))),
);

/** @param text an address in any spelling that a connection would understand, or a host name */
export function isForbiddenAddress(text: string): boolean {
  const address = parseIpAddress(text) ?? parseIpAddress(hostInUrl(text));
  return address !== null && (isLinkLocal(address) || METADATA.has(String(unmapped(address))));
}

/** The host as the client's URL has it: `2852039166`, `0xA9FEA9FE` and `169.254.169.254.` are addresses there. */
function hostInUrl(text: string): string {
  const url = `http://${text}`;
  return URL.canParse(url) ? new URL(url).hostname : text;
}

function isLinkLocal(address: IpAddress): boolean {
  const plain = unmapped(address);
  const [first = 0] = isIpv4(plain) ? plain.slice(6) : plain;
  return isIpv4(plain) ? first === 0xa9fe : (first & 0xffc0) === 0xfe80;
}

/** Of the forms in which IPv6 holds IPv4 (`::1.2.3.4`, NAT64 of RFC 6052, 6to4) the mapped one. */
function unmapped(address: IpAddress): IpAddress {
  const [a = 0, b = 0, c = 0] = address;
  const tail = address.slice(6);
  const isHolder = address.slice(0, 6).every((group) => group === 0) || (a === 0x64 && b === 0xff9b);
  if (isHolder) return [0, 0, 0, 0, 0, 0xffff, ...tail];
  return a === 0x2002 ? [0, 0, 0, 0, 0, 0xffff, b, c] : address;
}
