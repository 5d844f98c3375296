/** Announces this agent in the local network, and finds others. */
import { hostname } from 'node:os';
import type { Clock } from '../../core/host.ts';
import { type Announcement, type Browsing, createDiscovery } from '../../fleet/discovery/discovery.ts';
import type { Log } from '../process/log.ts';
import type { Values } from '../cli/options.ts';
import type { Life } from '../process/life.ts';
import type { CreatedServer } from './servers.ts';

export interface DiscoverSetup {
  values: Pick<Values, 'disable_autodiscover'>;
  /** Listening servers are announced. */
  servers: readonly CreatedServer[];
  /** Null: no search for others. */
  browse: Browsing | null;
  clock: Clock;
  log: Log;
  life: Pick<Life, 'atEnd'>;
}

/** Starts in the background unless `--disable-autodiscover` is given; ends with the process. */
export function discover({ values, servers, browse, clock, log, life }: DiscoverSetup): void {
  if (values.disable_autodiscover) return;
  const discovery = createDiscovery({ announce: servers.flatMap(announcementOf), browse, clock, log });
  life.atEnd(() => discovery.close());
}

function announcementOf({ kind, instance }: CreatedServer): Announcement[] {
  const listening = instance.server.address();
  if (listening === null || typeof listening === 'string') return [];
  const { address, port } = listening;
  return [{ host: hostname(), address, port, protocol: kind }];
}
