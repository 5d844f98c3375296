import { isIPv6 } from 'node:net';

/** Replaces addresses by ones from the documentation ranges; the same address always by the same one. */
export interface AddressMap {
  /** Dotted form in and out. */
  ipv4(address: string): string;
  /** 32 hexadecimal digits in network order, in and out. */
  ipv6Hex(hex: string): string;
  /** Any text form in, the shortest form out. */
  ipv6(address: string): string;
}

/** RFC 5737; when these three are used up, the benchmark range of RFC 2544 (198.18.0.0/15) goes on. */
const IPV4_NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];
const MAPPED_IPV4 = `${'0'.repeat(20)}ffff`;

/**
 * Each IPv4 network of 24 bits gets one of its own and the last byte stays, so that gateways, broadcast addresses
 * and masks of such networks still make sense. IPv6 addresses (RFC 3849) are numbered as they are met; link-local
 * ones stay link-local.
 */
export function createAddressMap(): AddressMap {
  const networks = new Map<string, string>();
  const hosts = new Map<string, string>();

  const ipv4 = (address: string): string => {
    const cut = address.lastIndexOf('.');
    const network = address.slice(0, cut);
    if (isSpecialIpv4(address)) return address;
    const replacement = remember(networks, network, (n) => IPV4_NETWORKS[n] ?? benchmarkNetwork(n));
    return replacement + address.slice(cut);
  };
  const ipv6Hex = (hex: string): string => {
    const address = hex.toLowerCase();
    if (address.startsWith(MAPPED_IPV4)) return MAPPED_IPV4 + hexOfIpv4(ipv4(ipv4OfHex(address.slice(24))));
    if (isSpecialIpv6(address)) return address;
    const prefix = isLinkLocal(address) ? 'fe800000' : '20010db8';
    return remember(hosts, address, (n) => prefix + (n + 1).toString(16).padStart(24, '0'));
  };
  return { ipv4, ipv6Hex, ipv6: (address) => formatIpv6(ipv6Hex(parseIpv6(address))) };
}

function remember(known: Map<string, string>, key: string, invent: (index: number) => string): string {
  const replacement = known.get(key) ?? invent(known.size);
  known.set(key, replacement);
  return replacement;
}

function benchmarkNetwork(index: number): string {
  const n = index - IPV4_NETWORKS.length;
  if (n >= 512) throw new Error('More than 515 IPv4 networks cannot be mapped; record a smaller machine.');
  return `198.${18 + (n >> 8)}.${n & 255}`;
}

/** Unspecified, loopback, multicast and mask addresses do not identify the machine. */
function isSpecialIpv4(address: string): boolean {
  const first = Number(address.slice(0, address.indexOf('.')));
  return first === 0 || first === 127 || first >= 224;
}

/** `::`, `::1` and multicast. */
function isSpecialIpv6(hex: string): boolean {
  return /^0{31}[01]$/.test(hex) || hex.startsWith('ff');
}

function isLinkLocal(hex: string): boolean {
  return /^fe[89ab]/.test(hex);
}

/** `192.0.2.1` → `c0000201`. */
export function hexOfIpv4(address: string): string {
  return address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('');
}

/** `c0000201` → `192.0.2.1`. */
export function ipv4OfHex(hex: string): string {
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.');
}

/** Reverses the bytes of every 32-bit word, as in addresses of `/proc/net` on little-endian machines. */
export function swapWords(hex: string): string {
  return hex.replace(/(..)(..)(..)(..)/g, '$4$3$2$1');
}

/** 32 hexadecimal digits of an address in text form. Throws on anything else. */
export function parseIpv6(address: string): string {
  if (!isIPv6(address)) throw new Error(`"${address}" is not an IPv6 address.`);
  const normal = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = normal.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
}

/** The shortest text form (RFC 5952) of 32 hexadecimal digits. */
export function formatIpv6(hex: string): string {
  if (hex.startsWith(MAPPED_IPV4)) return `::ffff:${ipv4OfHex(hex.slice(24))}`;
  const groups = hex.match(/..../g) ?? [];
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}
