import type { Phrase } from '../../core/phrase.ts';
import { say } from '../../core/said.ts';
import type { MaybePromise } from '../../core/plugin.ts';
import { createNameFilter, nameFilterOptions } from '../../core/name-filter.ts';
import { flagOption } from '../../core/options.ts';
import { defineSource } from '../../core/source.ts';
import { STEP, type Steps } from '../../core/steps.ts';
import { inSlices } from '../../core/slice.ts';
import { whenMade } from '../../core/when-made.ts';
import { absentPath } from '../../core/explain.ts';
import type { Host, InterfaceAddress } from '../../core/host.ts';
import { decode } from '../linux/bytes.ts';
import { type InterfaceTraffic, parseNetDev } from '../linux/net-dev.ts';
import { createLinkReader, hasLinks, type InterfaceLink } from './link.ts';
import { orNull } from '../../core/or-null.ts';

/** An interface that is shown. */
interface ShownInterface {
  readonly traffic: InterfaceTraffic;
  readonly link: InterfaceLink;
  /** Its configured label. */
  readonly alias: string | null;
}

export const interfaceOptions = {
  ...nameFilterOptions(['docker.*', 'lo']),
  hide_no_up: flagOption(true, 'Leave out interfaces that are not up.'),
  hide_no_ip: flagOption(true, 'Leave out interfaces without an IP address.'),
};

const LINKS_UNKNOWN: Phrase =
  '/sys/class/net cannot be read, so no interface is known to be up and no speed is known: mount /sys';
const LINKS_HIDDEN: Phrase =
  '/sys/class/net cannot be read, so no interface is known to be up and no speed is known: mount /sys, or set hide_no_up=False to show interfaces nevertheless';

/** Loopback, and interfaces of containers, whose traffic to other machines also passes another interface. */
const INNER = /^(?:lo$|docker\d|br-|veth|virbr|cni|podman\d|flannel|cali|dummy)/;
export const isInner = (name: string): boolean => INNER.test(name);

/** Address changes are seen after this time, those of new interfaces at once; with many interfaces, also link states. */
const LOOK_MS = 10_000;

/** Listing addresses takes 1 ms, so it is done only on changes and once a minute. */
const DEVICES = '/proc/net/dev';
const IPV6_TABLE = '/proc/net/if_inet6';
const ADDRESS_TABLES = ['/proc/net/fib_trie', IPV6_TABLE];
const LIST_MS = 60_000;
/** A router has tables of megabytes; it lists addresses in place of comparing these. */
const TABLE_BYTES = 64 * 1024;

/** The shown interfaces. Many are read in slices: the kernel takes 20 µs for each link. */
type ShownInterfaces = MaybePromise<readonly ShownInterface[]>;

/** Created from shown values, as soon as known. */
export const fromInterfaces = <T>(
  shown: ShownInterfaces,
  make: (one: ShownInterface) => T,
): MaybePromise<T[]> => whenMade(shown, (all) => all.map(make));

/** Hundreds of interfaces: their table takes the kernel milliseconds. */
function isLong(host: Host): boolean {
  return orNull(() => host.readHead(DEVICES, TABLE_BYTES))?.length === TABLE_BYTES;
}

/** Null: unreadable or long; one is missing in kernels without IPv6. */
function readTable(host: Host, path: string): string | null {
  try {
    const bytes = host.readHead(path, TABLE_BYTES);
    return bytes.length < TABLE_BYTES ? decode(bytes) : null;
  } catch (error) {
    return path === IPV6_TABLE && absentPath(error) !== null ? '' : null;
  }
}

/** Network interfaces with their counters, in the order of /proc/net/dev. */
export const interfacesSource = defineSource<ShownInterfaces, object, typeof interfaceOptions>({
  name: 'interfaces',
  owner: 'network',
  options: interfaceOptions,
  create({ host, notice, options: { hide_no_up: hideDown, hide_no_ip: hideNoIp, ...filters } }) {
    const filter = createNameFilter(filters);
    const { linkOf, expectSpeeds, forgetOthers } = createLinkReader(host);
    let addressed: ReadonlySet<string> | null = null;
    let names: string | null = null;
    let lookedAt = Number.NEGATIVE_INFINITY;
    let signature: string | null = null;
    let listedAt = Number.NEGATIVE_INFINITY;
    let isMany = isLong(host);

    const expectLinks = (devices: readonly InterfaceTraffic[]): void =>
      expectSpeeds(
        devices
          .map(({ name }) => name)
          .filter((name) => filter.serves(name) && addressed?.has(name) !== false),
      );

    /** Time to check what costs more than counters. */
    const isDue = (devices: readonly InterfaceTraffic[]): boolean => {
      const now = host.clock.monotonic();
      const present = devices.map(({ name }) => name);
      const joined = present.join(' ');
      if (joined === names && now - lookedAt < LOOK_MS) return false;
      if (joined !== names) forgetOthers(present);
      lookedAt = now;
      const isComplete = hasLinks(host, present);
      notice('links', isComplete ? null : say(hideDown ? LINKS_HIDDEN : LINKS_UNKNOWN));
      // While something is missing, everything is read each time.
      names = isComplete ? joined : null;
      return true;
    };

    /** Unchanged while addresses and links are; null: unknown. */
    const signatureOf = (devices: readonly InterfaceTraffic[]): string | null => {
      if (isMany) return null;
      const tables = ADDRESS_TABLES.map((path) => readTable(host, path));
      if (tables.includes(null)) return null;
      const isUp = ({ name }: InterfaceTraffic): boolean => filter.serves(name) && linkOf(name, false).isUp;
      return [devices.map(isUp).join(' '), ...tables].join('\n');
    };

    /** Lists all addresses, if they may have changed. */
    const look = (devices: readonly InterfaceTraffic[]): MaybePromise<void> => {
      if (!hideNoIp) return;
      const now = host.clock.monotonic();
      const before = signature;
      signature = signatureOf(devices);
      if (signature !== null && signature === before && now - listedAt < LIST_MS) return;
      listedAt = now;
      const keep = (addresses: readonly InterfaceAddress[]): void => {
        addressed = new Set(addresses.map(({ interfaceName }) => interfaceName));
      };
      return whenMade(host.addresses(), keep);
    };

    /** @param areLinksKnown the links of those seen before have been read a moment ago */
    function* shownOf(devices: readonly InterfaceTraffic[], areLinksKnown: boolean): Steps<ShownInterface[]> {
      const shown: ShownInterface[] = [];
      let wanted = 0;
      for (const traffic of devices) {
        const { name } = traffic;
        if (!filter.serves(name)) continue;
        wanted += 1;
        if (addressed?.has(name) === false) continue;
        const link = linkOf(name, areLinksKnown);
        if (link.isUp || !hideDown) shown.push({ traffic, link, alias: filter.labelOf(name) });
        yield;
      }
      notice('hidden', filter.whyEmpty(devices.length, wanted, 'interfaces'));
      return shown;
    }

    const shownNow = (bytes: Uint8Array): ShownInterfaces => {
      const devices = parseNetDev(bytes);
      isMany = devices.length > STEP;
      expectLinks(devices);
      const isLook = isDue(devices);
      return whenMade(isLook ? look(devices) : undefined, () =>
        inSlices(shownOf(devices, isMany && !isLook)),
      );
    };

    // With hundreds of interfaces, their table takes the kernel milliseconds.
    return { read: () => whenMade(isMany ? host.readApart(DEVICES) : host.read(DEVICES), shownNow) };
  },
});
