import { networkInterfaces } from 'node:os';
import type { InterfaceAddress } from '../core/host.ts';

/** Addresses of this machine's interfaces that are up, from getifaddrs(3). */
export function localAddresses(): InterfaceAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([interfaceName, addresses = []]) =>
    addresses.map(({ family, address, netmask }) => ({
      interfaceName,
      family: family === 'IPv6' ? 6 : 4,
      address,
      netmask,
    })),
  );
}
