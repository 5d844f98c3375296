/** An alert in a file: its declaration, its check, and the shift of its times. */
import type { AlertChangeKind, AlertEvent, AlertState, SavedEvent } from '../../core/event.ts';

/**
 * - `pending`: not long enough yet
 * - `told`: notified and ongoing
 * - `flapping`: notified as flapping
 * - `over`: its end was notified recently
 */
export type Phase = 'pending' | 'told' | 'flapping' | 'over';

export type Stats = Pick<AlertEvent, 'min' | 'max' | 'sum' | 'count'>;

/** An alert in a file. Its times are milliseconds since the epoch. */
export interface StoredAlert {
  /** The newest event. */
  readonly saved: SavedEvent;
  /** Number and begin (seconds since the epoch) of the alert: those of its first event. */
  readonly id: number;
  readonly begin: number;
  /** Of the events before the latest. */
  readonly earlier: Stats | null;
  readonly phase: Phase;
  /** The level that was notified. */
  readonly told: AlertState | null;
  /** The stage of the failure that was notified. */
  readonly toldStage?: number;
  readonly toldAt: number;
  readonly isRaised: boolean;
  /** Begin of the newest raise. */
  readonly raisedAt: number;
  readonly criticalSince: number | null;
  /** Since when the value is beyond the clear threshold. */
  readonly clearSince: number | null;
  /** Newest raises, the oldest first. */
  readonly raises: readonly number[];
  /** The first raise since it was last settled. */
  readonly unsettledSince: number;
  /** Raises since then. */
  readonly count: number;
  /** It was notified since it was last forgotten. */
  readonly wasTold: boolean;
  /** Its last change while it is being queued for the targets, which may or may not have it. */
  readonly unsent?: AlertChangeKind | undefined;
}

const PHASES: readonly unknown[] = ['pending', 'told', 'flapping', 'over'] satisfies Phase[];
const UNSENT: readonly unknown[] = [undefined, 'begin', 'change', 'flapping', 'end'] satisfies (
  | AlertChangeKind
  | undefined
)[];

/** Whether a value of a file can be used. */
export function isStoredAlert(value: unknown): value is StoredAlert {
  const stored = (value ?? {}) as Partial<Record<keyof StoredAlert, unknown>>;
  const { event, id, plugin, field } = (stored.saved ?? {}) as Partial<SavedEvent>;
  const numbers = [id, event?.begin, event?.end, stored.id, stored.begin, stored.count];
  const times = TIMES.map((name) => stored[name]).filter((time) => time !== null);
  return (
    [...numbers, ...times, ...(Array.isArray(stored.raises) ? stored.raises : [null])].every(
      Number.isFinite,
    ) &&
    typeof plugin === 'string' &&
    typeof field === 'string' &&
    typeof event?.type === 'string' &&
    PHASES.includes(stored.phase) &&
    UNSENT.includes(stored.unsent)
  );
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const TIMES = ['toldAt', 'raisedAt', 'criticalSince', 'clearSince', 'unsettledSince'] as const;

/** The alert with all times moved. */
export function shifted(state: StoredAlert, ms: number, latest = Infinity): Mutable<StoredAlert> {
  const moved = (time: number): number => Math.min(time + ms, latest);
  const times = TIMES.map((name) => [name, state[name] === null ? null : moved(state[name])] as const);
  return { ...state, ...Object.fromEntries(times), raises: state.raises.map(moved) };
}
