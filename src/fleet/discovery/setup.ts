/** Options and handle of discovery. */
import type { Clock } from '../../core/host.ts';
import { service } from '../../core/parts/service.ts';
import type { FoundServer } from './found-server.ts';
import type { Naming } from './service.ts';

export interface Announcement extends Naming {
  /** The address that is listened on: `0.0.0.0` and `::` stand for all. */
  address: string;
}

export interface Browsing {
  /** A server was found, or a known one (same key) changed. */
  onFound(server: FoundServer): void;
  /** A server said goodbye, or its records expired. */
  onLost(key: string): void;
}
export const Browsing = service<Browsing>('receiver of found servers');

export interface DiscoveryLog {
  write(level: 'DEBUG' | 'INFO' | 'WARNING', text: string): void;
}

export interface DiscoverySetup {
  /** Undefined: announces nothing. */
  announce: readonly Announcement[];
  /** Null: does not browse. */
  browse: Browsing | null;
  clock: Clock;
  log: DiscoveryLog;
}

export interface Discovery {
  /** Sends goodbyes; resolves once they are sent or have failed. No callbacks follow. */
  close(): Promise<void>;
}
