import { LINKS } from '../../core/alert-feeds.ts';
import type { Host } from '../../core/host.ts';
import { defineProbe } from './probe.ts';

const FOLDER = '/sys/class/net';
/** More interfaces belong to containers. */
const MOST = 64;
const IFF_UP = 1;

/** Interfaces: flags and carrier of /sys/class/net (Documentation/ABI/testing/sysfs-class-net). */
export const linksProbe = defineProbe({
  feed: LINKS,
  seconds: 10,
  create: (host) => async () => {
    const names = host.list(FOLDER);
    if (names.length > MOST) return null;
    const addressed = new Set((await host.addresses()).map(({ interfaceName }) => interfaceName));
    return names.map((name) => ({
      name,
      isUp: (flagsOf(host, name) & IFF_UP) !== 0,
      // It cannot be read while the interface is shut down.
      hasCarrier: host.readText(`${FOLDER}/${name}/carrier`) === '1',
      hasAddress: addressed.has(name),
    }));
  },
});

const flagsOf = (host: Host, name: string): number => Number(host.readText(`${FOLDER}/${name}/flags`) ?? 0);
