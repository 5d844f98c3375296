/** What is notified of an alert, as it is kept over a restart. */
import type { Stretches } from './stretches.ts';
import type { AlertChangeKind, AlertEvent, AlertState, SavedEvent } from './event.ts';

export type AlertStats = Pick<AlertEvent, 'min' | 'max' | 'sum' | 'count'>;

/** Times are milliseconds: monotonic ones in memory, since the epoch in a file. */
export interface StoredPolicy {
  /** Number and begin (seconds since the epoch) of the alert: those of its first event. */
  readonly id: number;
  readonly begin: number;
  /** Of the events before the latest. */
  readonly earlier: AlertStats | null;
  readonly stretches: Stretches;
  /**
   * - `pending`: not long enough yet
   * - `told`: notified and ongoing
   * - `flapping`: notified as flapping
   * - `over`: its end was notified recently
   */
  readonly phase: 'pending' | 'told' | 'flapping' | 'over';
  /** The level that was notified. */
  readonly told: AlertState | null;
  /** The stage of the failure that was notified. */
  readonly toldStage: number;
  readonly toldAt: number;
  /** Begin of the newest raise. */
  readonly raisedAt: number;
  readonly criticalSince: number | null;
  /** Since when the value is beyond the clear threshold. */
  readonly clearSince: number | null;
  /** Newest raises, the oldest first. */
  readonly raises: readonly number[];
  /** The first raise since it was last settled. */
  readonly unsettledSince: number;
  /** Raises since then, and the length of their stretches that are over. */
  readonly count: number;
  readonly unsettledSeconds: number;
  /** It was notified since it was last forgotten. */
  readonly wasTold: boolean;
  /** Its last change while it is being queued for the targets, which may or may not have it. */
  readonly unsent: AlertChangeKind | null;
}

export interface StoredAlert {
  /** The newest event. */
  readonly saved: SavedEvent;
  /** Null: nothing is notified of it. */
  readonly policy: StoredPolicy | null;
}

/** What an agent left behind when it ended. */
export interface PastAlerts {
  /** Newest first. Those that lasted have no end. */
  readonly events: readonly SavedEvent[];
  /** One per subject, those of servers among them. */
  readonly alerts: readonly StoredAlert[];
  /** The largest number that was ever given to an event of this machine. */
  readonly lastId: number;
  /** Milliseconds since the epoch: the last moment in which the agent was seen alive. */
  readonly stoppedAt: number;
}
