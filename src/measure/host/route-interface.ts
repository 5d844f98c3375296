/** Which interface carries the route to a host. */
import { createSocket } from 'node:dgram';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Any port will do: a datagram socket that is connected has a route, and has sent nothing (udp(7)). */
const PORT = 9;

/** As {@link Host.routeInterface} promises. */
export async function routeInterface(host: string, lookup: LookupFunction): Promise<string | null> {
  const address = isIP(host) === 0 ? await addressOf(host, lookup) : host;
  const own = address && (await localAddress(address));
  if (!own) return null;
  const all = Object.entries(networkInterfaces());
  return all.find(([, addresses = []]) => addresses.some((one) => one.address === own))?.[0] ?? null;
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
