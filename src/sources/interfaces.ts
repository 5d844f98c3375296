import { createNameFilter, nameFilterOptions } from '../core/name-filter.ts';
import { flagOption } from '../core/options.ts';
import { defineSource } from '../core/source.ts';
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

/** Network interfaces with their counters, in the order of /proc/net/dev. */
export const interfacesSource = defineSource<readonly ShownInterface[], object, typeof interfaceOptions>({
  name: 'interfaces',
  owner: 'network',
  options: interfaceOptions,
  create({ host, notice, options: { hide_no_up: hideDown, hide_no_ip: hideNoIp, ...names } }) {
    const filter = createNameFilter(names);
    const linkOf = createLinkReader(host);
    return {
      read() {
        const addressed = hideNoIp ? new Set(host.addresses().map((address) => address.interfaceName)) : null;
        const devices = parseNetDev(host.read('/proc/net/dev'));
        notice('links', hasLinks(host) ? null : hideDown ? LINKS_HIDDEN : LINKS_UNKNOWN);
        return devices
          .filter(({ name }) => filter.serves(name) && (addressed?.has(name) ?? true))
          .map((traffic) => ({ traffic, link: linkOf(traffic.name), alias: filter.labelOf(traffic.name) }))
          .filter(({ link }) => link.isUp || !hideDown);
      },
    };
  },
});
