/** Announces this agent in the local network once it listens, and finds others for a hub. */
import { hostname } from 'node:os';
import { HostClock, LogWriter } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { off, optional, service } from '../../core/parts/service.ts';
import { createDiscovery } from './discovery.ts';
import { Browsing, type Discovery } from './setup.ts';
import { Listening } from '../../http/server/listening.ts';

export interface DiscoveryChoice {
  /** Turned off on the command line. */
  readonly isDisabled: boolean;
}
export const DiscoveryChoice = service<DiscoveryChoice>('choice of discovery');

export const discoveryPart = definePart({
  name: 'discovery',
  needs: {
    choice: DiscoveryChoice,
    browse: optional(Browsing),
    listening: Listening,
    clock: HostClock,
    log: LogWriter,
  },
  open({ choice, browse, listening, clock, log }, scope) {
    if (choice.isDisabled) return off('--disable-autodiscover is given');
    let discovery: Discovery | null = null;
    scope.onStop(() => discovery?.close());
    listening.whenListening('discovery', (servers) => {
      const host = hostname();
      const announce = servers.map((server) => ({ host, ...server }));
      discovery = createDiscovery({ announce, browse, clock, log });
    });
  },
});
