import type { InterfaceAddress } from '../../core/host.ts';
import { parseFibTrie } from '../linux/fib-trie.ts';
import { parseIfInet6, type Ipv6Address } from '../linux/if-inet6.ts';
import { formatIpv6, ipv4Number } from '../linux/ip-format.ts';
import { gatewayOf, isUp, parseNetRoute, type Route } from '../linux/net-route.ts';
import { orNull } from '../../core/or-null.ts';

const LOOPBACK_NETWORK = {
  interfaceName: 'lo',
  network: 0x7f_00_00_00,
  mask: 0xff_00_00_00,
  netmask: '255.0.0.0',
};

interface Network {
  interfaceName: string;
  network: number;
  mask: number;
  netmask: string;
}

/**
 * Addresses of a host known by files: IPv4 addresses from /proc/net/fib_trie, networks of interfaces from /proc/net/route, IPv6
 * addresses from /proc/net/if_inet6. IPv4 addresses outside these networks (point-to-point links) are left out: no file has their
 * interface. A missing file is empty.
 */
export function rootedAddresses(read: (path: string) => Uint8Array): InterfaceAddress[] {
  const routes = parsed(read, '/proc/net/route', parseNetRoute);
  const addresses = parsed(read, '/proc/net/fib_trie', parseFibTrie);
  return [...ipv4(addresses, routes), ...parsed(read, '/proc/net/if_inet6', parseIfInet6).map(ipv6)];
}

function parsed<T>(read: (path: string) => Uint8Array, path: string, parse: (bytes: Uint8Array) => T[]): T[] {
  const bytes = orNull(() => read(path));
  return bytes === null ? [] : parse(bytes);
}

function ipv4(addresses: readonly string[], routes: readonly Route[]): InterfaceAddress[] {
  const networks = [LOOPBACK_NETWORK, ...routes.filter(isNetwork).map(toNetwork)];
  return addresses.flatMap((address) => {
    const network = narrowest(networks, ipv4Number(address));
    if (network === undefined) return [];
    return [{ interfaceName: network.interfaceName, family: 4, address, netmask: network.netmask }];
  });
}

function isNetwork(route: Route): boolean {
  return isUp(route) && gatewayOf(route) === null && route.mask !== '0.0.0.0';
}

function toNetwork({ interfaceName, destination, mask }: Route): Network {
  return { interfaceName, network: ipv4Number(destination), mask: ipv4Number(mask), netmask: mask };
}

function narrowest(networks: readonly Network[], address: number): Network | undefined {
  let found: Network | undefined;
  for (const candidate of networks) {
    const contains = (address & candidate.mask) >>> 0 === candidate.network;
    if (contains && (found === undefined || candidate.mask > found.mask)) found = candidate;
  }
  return found;
}

function ipv6({ interfaceName, address, prefixLength }: Ipv6Address): InterfaceAddress {
  return { interfaceName, family: 6, address, netmask: ipv6Netmask(prefixLength) };
}

/** In the form of `os.networkInterfaces`: `ffff:ffff:ffff:ffff::` for 64. */
function ipv6Netmask(prefixLength: number): string {
  const bits = '1'.repeat(Math.min(prefixLength, 128)).padEnd(128, '0');
  return formatIpv6(bits.replace(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16)));
}
