import type { MaybePromise } from '../core/plugin.ts';
import { createNameFilter, nameFilterOptions } from '../core/name-filter.ts';
import { flagOption } from '../core/options.ts';
import { defineSource } from '../core/source.ts';
import { inOneGo, STEP, type Steps } from '../core/steps.ts';
import { inSlices, Turns } from '../core/turns.ts';
import { type InterfaceTraffic, parseNetDev } from '../linux/net-dev.ts';
import { createLinkReader, hasLinks, type Link } from './link.ts';

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

/** An address that an interface gets or loses is seen after this time, that of a new interface at once. */
const LOOK_MS = 10_000;

/** Those that are shown now. Of thousands, the links are read in slices: they take the kernel 20 µs each. */
export type ShownInterfaces = MaybePromise<readonly ShownInterface[]>;

/** Made from what is shown, as soon as it is known. */
export const fromInterfaces = <T>(
  shown: ShownInterfaces,
  make: (one: ShownInterface) => T,
): MaybePromise<T[]> => (shown instanceof Promise ? shown.then((all) => all.map(make)) : shown.map(make));

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

    /** Asks the kernel for all addresses, which costs more than the counters. */
    const look = (devices: readonly InterfaceTraffic[]): void => {
      const now = host.clock.monotonic();
      const present = devices.map(({ name }) => name).join(' ');
      if (present === names && now - lookedAt < LOOK_MS) return;
      lookedAt = now;
      if (hideNoIp) addressed = new Set(host.addresses().map((address) => address.interfaceName));
      const isComplete = hasLinks(host);
      notice('links', isComplete ? null : hideDown ? LINKS_HIDDEN : LINKS_UNKNOWN);
      // As long as something is missing, everything is looked at each time.
      names = isComplete ? present : null;
    };

    function* shownOf(devices: readonly InterfaceTraffic[]): Steps<ShownInterface[]> {
      const shown: ShownInterface[] = [];
      for (const traffic of devices) {
        const { name } = traffic;
        if (!filter.serves(name) || addressed?.has(name) === false) continue;
        const link = linkOf(name);
        if (link.isUp || !hideDown) shown.push({ traffic, link, alias: filter.labelOf(name) });
        yield;
      }
      return shown;
    }

    const shownLater = async (devices: readonly InterfaceTraffic[]): Promise<ShownInterface[]> => {
      const slice = turns.begin();
      await slice.next();
      return inSlices(shownOf(devices), slice);
    };

    return {
      read() {
        const devices = parseNetDev(host.read('/proc/net/dev'));
        look(devices);
        return devices.length > STEP ? shownLater(devices) : inOneGo(shownOf(devices));
      },
    };
  },
});
