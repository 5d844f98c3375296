/** Connects the parts: one socket and its listeners. */
import { type Announcer, createAnnouncer } from './announcer.ts';
import { createBrowser, type ServiceBrowser } from './browser.ts';
import type { Announcement, Discovery, DiscoverySetup } from './setup.ts';
import { createIntake } from './intake.ts';
import { createLink, type Link } from './link.ts';
import type { Network } from './networks.ts';
import { SERVICE, SERVICE_TYPES } from './service.ts';

export function run({ announce, browse, clock, log }: DiscoverySetup): Discovery {
  let announcers: Announcer[] = [];
  let browser: ServiceBrowser | null = null;
  const [type = ''] = SERVICE.split('.');
  const [types = ''] = SERVICE_TYPES.split('.');
  const own = [type, ...(announce.length === 0 ? [] : [types]), ...announce.map(({ port }) => `-${port}`)];
  const intake = createIntake({
    clock,
    words: () => [...own, ...(browser?.awaited() ?? [])],
    onMessage(message, from) {
      for (const announcer of announcers) announcer.receive(message, from);
      browser?.receive(message, from);
    },
  });
  const link: Link = createLink({
    clock,
    log,
    onMessage: intake,
    onNetworks(networks) {
      for (const announcer of announcers) announcer.setNetworks(networks);
      browser?.setNetworks(networks);
    },
  });
  announcers = announce.map((one) =>
    createAnnouncer({
      naming: one,
      addressesIn: (network) => addressesIn(network, one),
      link,
      clock,
      log,
    }),
  );
  if (browse !== null) browser = createBrowser({ browsing: browse, link, clock, log });
  return {
    async close() {
      browser?.stop();
      browser = null;
      await Promise.all(announcers.map((announcer) => announcer.goodbye()));
      announcers = [];
      link.close();
    },
  };
}

/** A server bound to one address is announced in its network only. */
export function addressesIn({ addresses }: Network, { address }: Announcement): readonly string[] {
  if (address === '0.0.0.0') return addresses.filter((one) => !one.includes(':'));
  return address === '::' ? addresses : addresses.filter((one) => one === address);
}
