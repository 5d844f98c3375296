/** The setup of discovery, and its handle. */
import type { Clock } from '../../core/host.ts';
import type { FoundServer } from './found-server.ts';
import type { Naming } from './service.ts';

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
