/**
 * Addresses that the page may not name as targets: link-local ones, where clouds serve metadata and secrets, and related ones. The
 * configuration file may name any address.
 */
import { type IpAddress, isIpv4, parseIpAddress } from './ip-address.ts';

/** 100.100.100.200 of Alibaba, fd00:ec2::254 of Amazon, fd20:ce::254 of Google. */
const METADATA = new Set(
  ['100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'].map((text) => String(parseIpAddress(text))),
);

/** @param text an address in any spelling that a connection would understand, or a host name */
export function isForbiddenAddress(text: string): boolean {
  const address = addressIn(text);
  return address !== null && (isLinkLocal(address) || METADATA.has(String(unmapped(address))));
}

/** The same, and addresses of this machine, of private networks and of groups. RFC 6890. */
export function isInternalAddress(text: string): boolean {
  const address = addressIn(text);
  return address !== null && (isForbiddenAddress(text) || isInternal(unmapped(address)));
}

const addressIn = (text: string): IpAddress | null => parseIpAddress(text) ?? parseIpAddress(hostInUrl(text));

/** First two bytes and their mask. */
const INTERNAL_IPV4: readonly (readonly [begin: number, mask: number])[] = [
  [0x00_00, 0xff_00],
  [0x0a_00, 0xff_00],
  [0x64_40, 0xff_c0],
  [0x7f_00, 0xff_00],
  [0xac_10, 0xff_f0],
  [0xc0_a8, 0xff_ff],
  [0xe0_00, 0xe0_00],
];

function isInternal(address: IpAddress): boolean {
  const [first = 0] = isIpv4(address) ? address.slice(6) : address;
  if (isIpv4(address)) return INTERNAL_IPV4.some(([begin, mask]) => (first & mask) === begin);
  // Unique local ones, those that were site-local, and groups.
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0 || (first & 0xff00) === 0xff00;
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
