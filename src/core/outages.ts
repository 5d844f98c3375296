/** The servers of a hub that do not answer, as alert kinds observe them. */
import type { FirstHop } from './host.ts';

export interface OfflineServer {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
  /** It was online in this run, and has not answered for long enough, nor at several attempts. */
  readonly isConfirmed: boolean;
  /** It went offline together with many others. */
  readonly isInMass: boolean;
  /** First step of the route by which it was reached last; null: not known. */
  readonly hop: FirstHop | null;
}

export interface FleetOutages {
  readonly offline: readonly OfflineServer[];
  /** Ids of servers that have not been asked yet. */
  readonly unknown: readonly string[];
}
