/** Finds the interface and gateway of the route to a host. */
import { createSocket } from 'node:dgram';
import { type LookupFunction, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { FirstHop } from '../../core/host/network.ts';
import { gatewayOf, parseNetRoute, routeOf } from '../linux/net-route.ts';
import { orNull } from '../../core/or-null.ts';

/** Any port: connecting a datagram socket determines the route without sending (udp(7)). */
const PORT = 9;

/** Implements {@link Host.routeTo}. @param read reads kernel files */
export async function routeTo(
  host: string,
  lookup: LookupFunction,
  read: (path: string) => Uint8Array,
): Promise<FirstHop | null> {
  const address = isIP(host) === 0 ? await addressOf(host, lookup) : host;
  const own = address && (await localAddress(address));
  if (!own) return null;
  const all = Object.entries(networkInterfaces());
  const name = all.find(([, addresses = []]) => addresses.some((one) => one.address === own))?.[0];
  if (name === undefined) return null;
  const gateway = gatewayTo(address, name, read);
  return { interface: name, ...(gateway !== null && { gateway }) };
}

/** Reads the main table only: if another table applies, the interface differs, too. */
function gatewayTo(address: string, name: string, read: (path: string) => Uint8Array): string | null {
  if (isIP(address) !== 4) return null;
  const route = orNull(() => routeOf(parseNetRoute(read('/proc/net/route')), address));
  return route?.interfaceName === name ? gatewayOf(route) : null;
}

const addressOf = (name: string, lookup: LookupFunction): Promise<string | null> =>
  new Promise((resolve) => {
    lookup(name, {}, (error, address) =>
      resolve(error === null && typeof address === 'string' ? address : null),
    );
  });

const localAddress = (address: string): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
    const finish = (result: string | null): void => {
      socket.removeAllListeners();
      socket.close();
      resolve(result);
    };
    socket.on('error', () => finish(null));
    socket.connect(PORT, address, () => finish(socket.address().address));
  });
