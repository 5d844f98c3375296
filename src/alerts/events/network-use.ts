/**
 * Traffic of containers over an interface. The kernel counts traffic by network namespace, that is by container, not by process.
 * Traffic that may have passed between containers or over another interface is subtracted: the rest used this interface.
 */
import type { Served } from '../../core/served.ts';
import { isInner } from '../../measure/sources/interfaces.ts';
import { type Amounts, UNNAMED } from './spending.ts';

type Item = Readonly<Served>;

export interface Traffic {
  /** Items of the plugins of the same name. */
  readonly containers: readonly Item[];
  readonly network: readonly Item[];
}

const rateIn = (item: Item, member: string): number => {
  const rate = item[member];
  return typeof rate === 'number' && rate > 0 ? rate : 0;
};

/** Null: nothing is known. @param isReceived direction as the interface counts it */
export function networkUse(
  { containers, network }: Traffic,
  name: string | null,
  isReceived: boolean,
  seconds: number,
): Amounts | null {
  const [inward, outward] = ['network_rx', 'network_tx'] as const;
  const [along, against] = isReceived ? [inward, outward] : [outward, inward];
  const member = isReceived ? 'bytes_recv_rate_per_sec' : 'bytes_sent_rate_per_sec';
  const own = network.find((item) => item['interface_name'] === name);
  if (own === undefined || isInner(String(name))) return null;
  const all = rateIn(own, member);
  const elsewhere = network
    .filter((item) => item !== own && !isInner(String(item['interface_name'])))
    .reduce((sum, item) => sum + rateIn(item, member), 0);
  const among = containers.reduce((sum, item) => sum + rateIn(item, against), 0);
  const sums = new Map<string, number>();
  let left = all;
  for (const item of containers) {
    const known = rateIn(item, along) - (among - rateIn(item, against)) - elsewhere;
    const container = String(item['name']);
    if (known <= 0 || known > left) continue;
    sums.set(`\0\0${container}\0`, known * seconds);
    left -= known;
  }
  return sums.set(UNNAMED, left * seconds);
}
