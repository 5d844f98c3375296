/** Announces this agent in the local network once it listens, and finds others for those that ask. */
import { hostname } from 'node:os';
import { HostClock, LogWriter } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { off, service } from '../../core/parts/service.ts';
import { type Browsing, createDiscovery } from './discovery.ts';
import type { Discovery } from './setup.ts';
import { Listening } from '../../http/server/listening.ts';

export interface DiscoveryChoice {
  /** Turned off on the command line. */
  readonly isDisabled: boolean;
}
export const DiscoveryChoice = service<DiscoveryChoice>('choice of discovery');

export interface Neighbours {
  /** Receives what is found; only before the servers listen. */
  watch(browsing: Browsing): void;
}
export const Neighbours = service<Neighbours>('other agents in the local network');

export const discoveryPart = definePart({
  name: 'discovery',
  needs: { choice: DiscoveryChoice, listening: Listening, clock: HostClock, log: LogWriter },
  provides: Neighbours,
  open({ choice, listening, clock, log }, scope) {
    if (choice.isDisabled) return off('--disable-autodiscover is given');
    let browse: Browsing | null = null;
    let discovery: Discovery | null = null;
    scope.onStop(() => discovery?.close());
    listening.whenListening((servers) => {
      const host = hostname();
      const announce = servers.map((server) => ({ host, ...server }));
      discovery = createDiscovery({ announce, browse, clock, log });
    });
    return { watch: (browsing) => void (browse = browsing) };
  },
});
