/** State of the previous run, replayed from the journal. */
import { keyOf, type SavedEvent } from '../../core/event.ts';
import { type PastAlerts, STORED_ALERT, type StoredAlert } from '../../core/alert-policy.ts';
import { closed, lossyListOf, integer, number, text, type TypeOf } from '../../core/shape.ts';
import type { EventEntry, JournalEntry } from './entry.ts';
import type { SinceBoot } from '../archive/since-boot.ts';

/** Written once a minute while there are alerts. */
export const SNAPSHOT_SHAPE = closed(
  'All alerts at a moment.',
  {
    time: number('Milliseconds since the epoch.'),
    boot: text('Boot id.'),
    uptime: number('Milliseconds since boot.'),
    lastId: integer('The largest number that was ever given to an event.'),
    seq: integer('Number of the last line that it contains.'),
    alerts: lossyListOf(STORED_ALERT),
  },
  ['boot', 'uptime'],
);
export type AlertsSnapshot = TypeOf<typeof SNAPSHOT_SHAPE>;

export interface Replayed {
  readonly past: PastAlerts;
  /** Number of the last line. */
  readonly seq: number;
  /** True if the agent ended without a stop mark. */
  readonly wasKilled: boolean;
  /** Boot id of its run; null: unknown. */
  readonly boot: string | null;
}

/** Current times. */
export interface Present {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly sinceBoot: SinceBoot | null;
}

/**
 * @param present upper limit of the agent's last activity, whatever the journal contains
 * @param aliveAt known last activity, unless the journal has its end
 */
export function replayJournal(
  entries: readonly JournalEntry[],
  snapshot: AlertsSnapshot | null,
  present: Present,
  aliveAt = 0,
): Replayed {
  const shown = new Map<number, SavedEvent>();
  const alerts = new Map<string, StoredAlert>();
  let lastId = snapshot?.lastId ?? 0;
  const takeSnapshot = (): void => {
    alerts.clear();
    for (const alert of snapshot?.alerts ?? []) {
      const { saved } = alert;
      alerts.set(keyOf(saved), alert);
      if (saved.event.end === -1 && saved.server === undefined) shown.set(saved.id, saved);
    }
  };
  // Lines of before are for the list of events only.
  const isBefore = ({ seq }: JournalEntry): boolean => snapshot !== null && seq <= snapshot.seq;
  const newest = entries.findLastIndex(isBefore);
  if (newest === -1) takeSnapshot();
  entries.forEach((entry, index) => {
    if (entry.kind === 'clear') clear(shown, entry.which);
    else if (entry.kind !== 'mark') {
      const saved = savedOf(entry);
      alerts.set(keyOf(saved), { saved, policy: entry.policy });
      if (entry.kind !== 'server') {
        lastId = Math.max(lastId, entry.id);
        if (entry.dropped || (entry.cleared && entry.event.end !== -1)) shown.delete(entry.id);
        else shown.set(entry.id, saved);
      }
    }
    if (index === newest) takeSnapshot();
  });
  const last = entries.at(-1);
  const stopped = last?.kind === 'mark' && last.mark === 'stop';
  const seen = Math.max(
    timeOf(last, present),
    stopped ? 0 : timeOf(snapshot, present),
    stopped ? 0 : aliveAt,
  );
  return {
    past: {
      events: [...shown.values()].sort((a, b) => b.id - a.id),
      alerts: [...alerts.values()],
      lastId,
      stoppedAt: Math.min(seen, present.now),
    },
    seq: Math.max(snapshot?.seq ?? 0, ...entries.map(({ seq }) => seq)),
    wasKilled: last !== undefined && !stopped,
    boot: last?.boot ?? null,
  };
}

/** Time of an entry by the current wall clock, which may have been set since; after a reboot by the clock of that time. */
function timeOf(
  written: JournalEntry | AlertsSnapshot | null | undefined,
  { now, sinceBoot }: Present,
): number {
  if (written === null || written === undefined) return 0;
  const { time, boot, uptime } = written;
  const isThisBoot = sinceBoot !== null && boot === sinceBoot.boot && uptime !== undefined;
  return isThisBoot ? now - (sinceBoot.uptime - uptime) : time;
}

/** Returns the entry without the journal's own members. */
export const savedOf = ({
  kind: _kind,
  dropped: _dropped,
  time: _time,
  boot: _boot,
  uptime: _uptime,
  seq: _seq,
  policy: _policy,
  ...saved
}: EventEntry): SavedEvent => saved;

/** Ongoing events are kept, hidden. */
function clear(shown: Map<number, SavedEvent>, which: 'all' | 'warning'): void {
  for (const [id, saved] of shown) {
    if (which === 'warning' && saved.event.state === 'CRITICAL') continue;
    if (saved.event.end === -1) shown.set(id, { ...saved, cleared: true });
    else shown.delete(id);
  }
}
