/** Announces this server on the local network and discovers others (RFC 6762, RFC 6763). */
import { isLoopback } from '../../core/ip-address.ts';
import type { Announcement, Discovery, DiscoverySetup } from './setup.ts';

export type { FoundServer } from './found-server.ts';
export type { Announcement } from './setup.ts';

/**
 * Starts in the background; neither a missing network nor received data can make it fail. Its modules are loaded now, so servers
 * without discovery do not load them.
 */
export function createDiscovery(setup: DiscoverySetup): Discovery {
  const announce = setup.announce.filter(isReachable);
  if (announce.length === 0 && setup.browse === null) return { close: () => Promise.resolve() };
  let isClosed = false;
  const running = import('./run.ts')
    .then(({ run }) => (isClosed ? null : run({ ...setup, announce })))
    .catch((error) => {
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

/** A server on loopback only is not announced. */
const isReachable = ({ address }: Announcement): boolean => !isLoopback(address);
