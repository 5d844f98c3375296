import { eachLine } from './bytes.ts';
import { formatIpv4, ipv4Number } from './ip-format.ts';

/** A row of the IPv4 routing table. Addresses are in dotted form. */
export interface Route {
  interfaceName: string;
  destination: string;
  gateway: string;
  mask: string;
  /** RTF_ bits of include/uapi/linux/route.h. */
  flags: number;
  metric: number;
}

const RTF_UP = 1;
const RTF_GATEWAY = 2;
const ANY = '0.0.0.0';

/** Reads /proc/net/route, rows in file order. Rows of another form, the heading among them, are skipped. */
export function parseNetRoute(bytes: Uint8Array): Route[] {
  const routes: Route[] = [];
  eachLine(bytes, (cursor) => {
    const interfaceName = cursor.word();
    const destination = cursor.hex(Number.NaN);
    const gateway = cursor.hex(Number.NaN);
    const flags = cursor.hex();
    cursor.skipWords(2); // reference count, use
    const metric = cursor.integer();
    const mask = cursor.hex(Number.NaN);
    if (Number.isNaN(destination + gateway + mask)) return;
    routes.push({
      interfaceName,
      destination: formatIpv4(destination),
      gateway: formatIpv4(gateway),
      mask: formatIpv4(mask),
      flags,
      metric,
    });
  });
  return routes;
}

/** Returns the active default route with the lowest metric; null if there is none. */
export const defaultRoute = (routes: readonly Route[]): Route | null =>
  routeOf(
    routes.filter(({ mask }) => mask === ANY),
    ANY,
  );

/** Returns the active route to an IPv4 address: longest prefix, then lowest metric. */
export function routeOf(routes: readonly Route[], address: string): Route | null {
  const to = ipv4Number(address);
  let found: Route | null = null;
  let width = -1;
  for (const route of routes) {
    const mask = ipv4Number(route.mask);
    if (!isUp(route) || (to & mask) >>> 0 !== ipv4Number(route.destination)) continue;
    if (mask > width || (mask === width && route.metric < (found?.metric ?? 0)))
      [found, width] = [route, mask];
  }
  return found;
}

export const isUp = ({ flags }: Route): boolean => (flags & RTF_UP) !== 0;

/** Returns the gateway of a route; null if it is on-link. */
export const gatewayOf = ({ flags, gateway }: Route): string | null =>
  (flags & RTF_GATEWAY) === 0 ? null : gateway;
