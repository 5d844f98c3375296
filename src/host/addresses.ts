import { networkInterfaces } from 'node:os';
import type { InterfaceAddress } from '../core/host.ts';

/** Addresses of this machine's interfaces that are up, from getifaddrs(3). */
export function localAddresses(): InterfaceAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([label, addresses = []]) =>
    addresses.map(({ family, address, netmask }) => ({
      // An IPv4 address may have a label, which stands in for the name: `eth0:1` is an address of eth0.
      interfaceName: label.split(':', 1).join(),
      family: family === 'IPv6' ? 6 : 4,
      address,
      netmask,
    })),
  );
}
