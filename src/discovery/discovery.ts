/** Announces this server in the local network and finds others. RFC 6762, RFC 6763. */
import type { Clock } from '../core/host.ts';
import type { FoundServer } from './found-server.ts';
import type { Naming } from './service.ts';

export type { FoundServer } from './found-server.ts';

export interface Announcement extends Naming {
  /** The address that is listened on: `0.0.0.0` and `::` stand for all. */
  address: string;
}

export interface Browsing {
  /** A server is there, or a known one (the same key) has changed. */
  onFound(server: FoundServer): void;
  /** It has said goodbye, or was not heard of for as long as it had said. */
  onLost(key: string): void;
}

export interface DiscoveryLog {
  write(level: 'DEBUG' | 'INFO' | 'WARNING', text: string): void;
}

export interface DiscoverySetup {
  /** None: stays unseen. */
  announce: readonly Announcement[];
  /** Null: does not look. */
  browse: Browsing | null;
  clock: Clock;
  log: DiscoveryLog;
}

export interface Discovery {
  /** Says goodbye; resolves when it is said, or cannot be. Nothing is called back afterwards. */
  close(): Promise<void>;
}

/**
 * Starts in the background and returns at once: neither a missing network nor anything that arrives can fail it. What it
 * is made of is loaded now, so that a server without it does not carry it.
 */
export function createDiscovery(setup: DiscoverySetup): Discovery {
  const announce = setup.announce.filter(isReachable);
  if (announce.length === 0 && setup.browse === null) return { close: () => Promise.resolve() };
  let isClosed = false;
  const running = import('./run.ts')
    .then(({ run }) => (isClosed ? null : run({ ...setup, announce })))
    .catch((error: unknown) => {
      setup.log.write('WARNING', `Servers are neither announced nor found: ${String(error)}.`);
      return null;
    });
  return {
    async close() {
      isClosed = true;
      await (await running)?.close();
    },
  };
}

/** What listens on this machine only is of no use to others. */
const isReachable = ({ address }: Announcement): boolean => !/^(127\.|::1$|::ffff:127\.)/.test(address);
