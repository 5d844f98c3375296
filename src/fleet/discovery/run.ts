/** Connects the parts: one socket and its listeners. */
import { type Announcer, createAnnouncer } from './announcer.ts';
import { createBrowser, type ServiceBrowser } from './browser.ts';
import type { Announcement, Discovery, DiscoverySetup } from './setup.ts';
import { createLink, type Link, MDNS_PORT, type MessageSender } from './link.ts';
import type { Network } from './networks.ts';
import { SERVICE, SERVICE_TYPES } from './service.ts';
import type { Clock } from '../../core/host.ts';
import { decodeMessage, type MdnsMessage } from './wire.ts';

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

interface IntakeSetup {
  clock: Clock;
  /** Labels in small letters; a message with none of them is about something else, as most are. */
  words(): readonly string[];
  onMessage(message: MdnsMessage, from: MessageSender): void;
}

/** Allows a thousand servers to answer one query; a flood costs a few percent of a core. */
const MOST_AT_ONCE = 3000;
const PER_SECOND = 300;

export function createIntake({ clock, words, onMessage }: IntakeSetup) {
  let credit = MOST_AT_ONCE;
  let countedAt = clock.monotonic();

  const isAllowed = (): boolean => {
    const now = clock.monotonic();
    credit = Math.min(MOST_AT_ONCE, credit + ((now - countedAt) / 1000) * PER_SECOND);
    countedAt = now;
    if (credit < 1) return false;
    credit -= 1;
    return true;
  };

  return (bytes: Uint8Array, from: MessageSender): void => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .toLowerCase();
    if (!words().some((word) => text.includes(word)) || !isAllowed()) return;
    const message = decodeMessage(bytes);
    if (message === null || isImpostor(message, from)) return;
    onMessage(message, from);
  };
}

/** Answers come from the port of multicast DNS, so that not every program can give them: RFC 6762 section 11. */
const isImpostor = ({ type }: MdnsMessage, { port }: MessageSender): boolean =>
  type === 'response' && port !== MDNS_PORT;
