/** What is notified of an alert, as it is kept over a restart. */
import type { Stretches } from './stretches.ts';
import type { AlertChangeKind, AlertEvent, AlertState, SavedEvent } from './event.ts';
import type { Notice } from './notice.ts';

export type AlertStats = Pick<AlertEvent, 'min' | 'max' | 'sum' | 'count'>;

/** A notice that a target is to get, and its queue may not have yet. */
export interface PendingNotice {
  /**
   * - `queue`: on its way into the queue; after a kill, the queue may have it
   * - `quiet`: held until the end of quiet hours
   * - `silence`: muted until the end of a silence
   */
  readonly state: 'queue' | 'quiet' | 'silence';
  readonly notice: Notice;
}

/** What one target was told of an alert. */
export interface TargetState {
  /**
   * - `none`: nothing, or its end
   * - `queued`: its queue has the first notice
   * - `sent`: the target took a notice
   * - `failed`: the first notice was dropped, so the target knows nothing
   */
  readonly told: 'none' | 'queued' | 'sent' | 'failed';
  /** Level of its last notice; null: it knows nothing. */
  readonly level: AlertState | null;
  /** Time of its last notice, or of a reminder that was left out. */
  readonly at: number;
  readonly pending: readonly PendingNotice[];
}

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
  /** Its last change until it is decided for each target whether it is sent, held, muted or not wanted. */
  readonly undecided: AlertChangeKind | null;
  /** By name. */
  readonly targets: Readonly<Record<string, TargetState>>;
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
