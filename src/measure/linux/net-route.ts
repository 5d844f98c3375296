import { eachLine } from './bytes.ts';
import { formatIpv4 } from './ip-format.ts';

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

/** The default route in use: of those that are up the one with the lowest metric; null when there is none. */
export function defaultRoute(routes: readonly Route[]): Route | null {
  let best: Route | null = null;
  for (const route of routes) {
    if (route.destination !== ANY || route.mask !== ANY || (route.flags & RTF_UP) === 0) continue;
    if (best === null || route.metric < best.metric) best = route;
  }
  return best;
}
