/** State of the previous run, replayed from the journal. */
import type { PastEvents, SavedEvent } from '../../core/event.ts';
import type { EventEntry, JournalEntry } from './entry.ts';
import type { SinceBoot } from '../archive/since-boot.ts';

/** Ongoing events at a moment; written once a minute while there are any. */
export interface EventsSnapshot extends Partial<SinceBoot> {
  readonly time: number;
  readonly lastId: number;
  readonly lasting: readonly SavedEvent[];
}

export interface Replayed {
  readonly past: PastEvents;
  /** The agent ended without a stop mark. */
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
export function replay(
  entries: readonly JournalEntry[],
  snapshot: EventsSnapshot | null,
  present: Present,
  aliveAt = 0,
): Replayed {
  const shown = new Map<number, SavedEvent>();
  let last: JournalEntry | undefined;
  let lastId = snapshot?.lastId ?? 0;
  for (const saved of snapshot?.lasting ?? []) shown.set(saved.id, saved);
  for (const entry of entries) {
    last = entry;
    if (entry.kind === 'clear') clear(shown, entry.which);
    else if (entry.kind !== 'mark') {
      lastId = Math.max(lastId, entry.id);
      if (entry.dropped || (entry.cleared && entry.event.end !== -1)) shown.delete(entry.id);
      else shown.set(entry.id, fuller(savedOf(entry), shown.get(entry.id)));
    }
  }
  const stopped = last?.kind === 'mark' && last.mark === 'stop';
  const seen = Math.max(
    timeOf(last, present),
    stopped ? 0 : timeOf(snapshot, present),
    stopped ? 0 : aliveAt,
  );
  return {
    past: {
      events: [...shown.values()].sort((a, b) => b.id - a.id),
      lastId,
      stoppedAt: Math.min(seen, present.now),
    },
    wasKilled: last !== undefined && !stopped,
    boot: last?.boot ?? null,
  };
}

/** Time of an entry by the current wall clock, which may have been set since; after a reboot by the clock of that time. */
function timeOf(
  written: JournalEntry | EventsSnapshot | null | undefined,
  { now, sinceBoot }: Present,
): number {
  if (written === null || written === undefined) return 0;
  const { time, boot, uptime } = written;
  const isThisBoot = sinceBoot !== null && boot === sinceBoot.boot && uptime !== undefined;
  return isThisBoot ? now - (sinceBoot.uptime - uptime) : time;
}

/** The entry without the journal's own members. */
export const savedOf = ({
  kind: _kind,
  dropped: _dropped,
  time: _time,
  boot: _boot,
  uptime: _uptime,
  ...saved
}: EventEntry): SavedEvent => saved;

/** The entry with the snapshot's event if that is newer, since it has counted further values. */
const fuller = (entry: SavedEvent, known: SavedEvent | undefined): SavedEvent =>
  known !== undefined &&
  entry.event.end === -1 &&
  known.event.end === -1 &&
  known.event.count > entry.event.count
    ? { ...entry, event: known.event, ...(known.finding && { finding: known.finding }) }
    : entry;

/** Ongoing events are kept, hidden. */
function clear(shown: Map<number, SavedEvent>, which: 'all' | 'warning'): void {
  for (const [id, saved] of shown) {
    if (which === 'warning' && saved.event.state === 'CRITICAL') continue;
    if (saved.event.end === -1) shown.set(id, { ...saved, cleared: true });
    else shown.delete(id);
  }
}
