/** The servers of a hub that do not answer, as alert kinds observe them. */

export interface OfflineServer {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
  /** It was online in this run, and has not answered for long enough, nor at several attempts. */
  readonly isConfirmed: boolean;
  /** It went offline together with many others. */
  readonly isInMass: boolean;
  /** Interface of this machine through which it was reached last; null: not known. */
  readonly interface: string | null;
}

export interface FleetOutages {
  readonly offline: readonly OfflineServer[];
  /** Ids of servers that have not been asked yet. */
  readonly unknown: readonly string[];
}
