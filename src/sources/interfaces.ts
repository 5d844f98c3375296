import type { MaybePromise } from '../core/plugin.ts';
import { createNameFilter, nameFilterOptions } from '../core/name-filter.ts';
import { flagOption } from '../core/options.ts';
import { defineSource } from '../core/source.ts';
import { inOneGo, STEP, type Steps } from '../core/steps.ts';
import { inSlices, Turns } from '../core/turns.ts';
import type { InterfaceAddress } from '../core/host.ts';
import { type InterfaceTraffic, netDevInSteps, parseNetDev } from '../linux/net-dev.ts';
import { countLinks, createLinkReader, type Link } from './link.ts';

/** An interface that is shown. */
export interface ShownInterface {
  readonly traffic: InterfaceTraffic;
  readonly link: Link;
  /** Its configured label. */
  readonly alias: string | null;
}

export const interfaceOptions = {
  ...nameFilterOptions(['docker.*', 'lo']),
  hide_no_up: flagOption(true, 'Leave out interfaces that are not up.'),
  hide_no_ip: flagOption(true, 'Leave out interfaces without an IP address.'),
};

const LINKS_UNKNOWN =
  '/sys/class/net cannot be read, so no interface is known to be up and no speed is known: mount /sys';
const LINKS_HIDDEN = `${LINKS_UNKNOWN}, or set hide_no_up=False to show interfaces nevertheless`;

/** An address that an interface gets or loses is seen after this time, that of a new interface at once; of many, the state of a link too. */
const LOOK_MS = 10_000;

/** Those that are shown now. Of many, all is done in slices: the kernel alone takes 20 µs for a link. */
export type ShownInterfaces = MaybePromise<readonly ShownInterface[]>;

/** Made from what is shown, as soon as it is known. */
export function fromInterfaces<T>(
  shown: ShownInterfaces,
  make: (one: ShownInterface) => T,
): MaybePromise<T[]> {
  return shown instanceof Promise ? shown.then((all) => makeInSlices(all, make)) : shown.map(make);
}

async function makeInSlices<T>(
  all: readonly ShownInterface[],
  make: (one: ShownInterface) => T,
): Promise<T[]> {
  const slice = new Turns().begin();
  await slice.next();
  return inSlices(madeOf(all, make), slice);
}

function* madeOf<T>(all: readonly ShownInterface[], make: (one: ShownInterface) => T): Steps<T[]> {
  const made: T[] = [];
  for (const one of all) {
    made.push(make(one));
    if (made.length % STEP === 0) yield;
  }
  return made;
}

/** Network interfaces with their counters, in the order of /proc/net/dev. */
export const interfacesSource = defineSource<ShownInterfaces, object, typeof interfaceOptions>({
  name: 'interfaces',
  owner: 'network',
  options: interfaceOptions,
  create({ host, notice, options: { hide_no_up: hideDown, hide_no_ip: hideNoIp, ...filters } }) {
    const filter = createNameFilter(filters);
    const linkOf = createLinkReader(host);
    const turns = new Turns();
    let addressed: ReadonlySet<string> | null = null;
    let names: string | null = null;
    let lookedAt = Number.NEGATIVE_INFINITY;
    let isMany = countLinks(host, STEP + 1) > STEP;

    /** True when it is time to look for what costs more than the counters. */
    const isDue = (devices: readonly InterfaceTraffic[]): boolean => {
      const now = host.clock.monotonic();
      const present = devices.map(({ name }) => name).join(' ');
      if (present === names && now - lookedAt < LOOK_MS) return false;
      lookedAt = now;
      const isComplete = countLinks(host, 1) > 0;
      notice('links', isComplete ? null : hideDown ? LINKS_HIDDEN : LINKS_UNKNOWN);
      // As long as something is missing, everything is looked at each time.
      names = isComplete ? present : null;
      return true;
    };

    /** Asks the kernel for all addresses. */
    const look = (): MaybePromise<void> => {
      if (!hideNoIp) return;
      const keep = (addresses: readonly InterfaceAddress[]): void => {
        addressed = new Set(addresses.map(({ interfaceName }) => interfaceName));
      };
      const addresses = host.addresses();
      return addresses instanceof Promise ? addresses.then(keep) : keep(addresses);
    };

    /** @param areLinksKnown the links of those seen before have been read a moment ago */
    function* shownOf(devices: readonly InterfaceTraffic[], areLinksKnown: boolean): Steps<ShownInterface[]> {
      const shown: ShownInterface[] = [];
      for (const traffic of devices) {
        const { name } = traffic;
        if (!filter.serves(name) || addressed?.has(name) === false) continue;
        const link = linkOf(name, areLinksKnown);
        if (link.isUp || !hideDown) shown.push({ traffic, link, alias: filter.labelOf(name) });
        yield;
      }
      return shown;
    }

    const readAtOnce = (): ShownInterfaces => {
      const devices = parseNetDev(host.read('/proc/net/dev'));
      isMany = devices.length > STEP;
      if (isMany) return readInSlices();
      const looked = isDue(devices) ? look() : undefined;
      if (looked === undefined) return inOneGo(shownOf(devices, false));
      return looked.then(() => inOneGo(shownOf(devices, false)));
    };

    const readInSlices = async (): Promise<ShownInterface[]> => {
      const bytes = await host.readApart('/proc/net/dev');
      const slice = turns.begin();
      await slice.next();
      const devices = await inSlices(netDevInSteps(bytes), slice);
      isMany = devices.length > STEP;
      const isLook = isDue(devices);
      if (isLook) {
        await look();
        await slice.next();
      }
      return inSlices(shownOf(devices, !isLook), slice);
    };

    return { read: () => (isMany ? readInSlices() : readAtOnce()) };
  },
});
