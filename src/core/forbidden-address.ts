/**
 * Addresses that the page may not name as targets: link-local ones, where clouds serve metadata and secrets, and related ones. The
 * configuration file may name any address.
 */
import ipaddr from 'ipaddr.js';
import { type IpAddress, parseIpAddress } from './ip-address.ts';
import { networkMatcher } from './ip-networks.ts';

/** Link-local networks, and addresses at which clouds serve metadata. */
const isForbidden = membersOf(
  '169.254.0.0/16 fe80::/10',
  // Alibaba, Azure, Oracle.
  '100.100.100.200 168.63.129.16 192.0.0.192',
  // Amazon (metadata, DNS, time), Google, Oracle, Scaleway and others.
  'fd00:ec2::254 fd00:ec2::253 fd00:ec2::123 fd00:ec2::23 fd20:ce::254 fd00:c1::a9fe:a9fe fd00:a9fe:a9fe::1 fd00:42::42',
);

/** This machine, private networks, tests and groups. RFC 6890. */
const isInternal = membersOf(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3',
  // Unique local ones, those that were site-local, and groups.
  'fc00::/7 fec0::/10 ff00::/8',
);

/** @param text an address in any spelling that a connection would understand, or a host name */
export const isForbiddenAddress = (text: string): boolean => isIn(text, isForbidden);

/** Like {@link isForbiddenAddress}; also true for addresses of this machine, of private networks and of multicast groups. */
export const isInternalAddress = (text: string): boolean =>
  isIn(text, (address) => isForbidden(address) || isInternal(address));

function membersOf(...lists: readonly string[]): (address: IpAddress) => boolean {
  return networkMatcher(lists.flatMap((list) => list.split(' ')));
}

function isIn(text: string, isMember: (address: IpAddress) => boolean): boolean {
  const address = parseIpAddress(text) ?? parseIpAddress(hostInUrl(text));
  return address !== null && [address, ...heldIn(address)].some(isMember);
}

/** Returns the host as URL parsers normalize it: `2852039166`, `0xA9FEA9FE` and `169.254.169.254.` are addresses there. */
function hostInUrl(text: string): string {
  const url = `http://${text}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : text;
}

/**
 * IPv4 addresses within an IPv6 address: `::1.2.3.4`, `::ffff:0:1.2.3.4` (RFC 2765), NAT64 (RFC 6052, RFC 8215), 6to4 (RFC 3056),
 * Teredo (RFC 4380), ISATAP (RFC 5214).
 */
function heldIn(address: IpAddress): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = address.parts;
  if ((a | b | c | d | f) === 0 && (e === 0 || e === 0xffff)) return [ipv4Of(g, h)];
  // With a prefix of 48 bits, byte 8 is between the halves.
  if (a === 0x64 && b === 0xff9b) return [ipv4Of(g, h), ipv4Of(d, ((e & 0xff) << 8) | (f >> 8))];
  if (a === 0x2002) return [ipv4Of(b, c)];
  if (a === 0x2001 && b === 0) return [ipv4Of(c, d), ipv4Of(g ^ 0xffff, h ^ 0xffff)];
  return (e & 0xfdff) === 0 && f === 0x5efe ? [ipv4Of(g, h)] : [];
}

const ipv4Of = (high: number, low: number): ipaddr.IPv4 =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
