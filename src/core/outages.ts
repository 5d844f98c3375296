/** Offline servers of a hub, as input of alert kinds. */
import type { FirstHop } from './host.ts';

export interface OfflineServer {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
  /** It was online in this run, and has not answered several attempts over the required time. */
  readonly isConfirmed: boolean;
  /** It went offline at the same time as many others. */
  readonly isInMass: boolean;
  /** First hop of the route by which it was last reached; null: unknown. */
  readonly hop: FirstHop | null;
}

export interface FleetOutages {
  readonly offline: readonly OfflineServer[];
  /** Ids of servers not yet polled. */
  readonly unknown: readonly string[];
}
