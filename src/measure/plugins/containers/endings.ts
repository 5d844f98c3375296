/** Which containers ended on request, by the events of their engine. */
import type { Clock } from '../../../core/host.ts';

/** An event in the life of one container. */
export interface LifeEvent {
  readonly container: string;
  /** `kill`: a signal that ends programs. `health`: its health has changed. */
  readonly action: 'start' | 'kill' | 'stop' | 'die' | 'cleanup' | 'remove' | 'health' | 'other';
  /** Milliseconds since the epoch, by the clock of the engine. */
  readonly at: number;
}

export interface Endings {
  note(event: LifeEvent): void;
  /** True if a container's last end was requested; null if unknown, since events are missing or incomplete. */
  isPlanned(id: string): boolean | null;
  /** Forgets all containers but these. */
  keep(ids: { has(id: string): boolean }): void;
}

interface Ending {
  requestedAt: number | null;
  diedAt: number | null;
  cleanedAt: number | null;
  /** Monotonic time from which no further event is expected. */
  settlesAt: number;
}

/** An engine reports `stop` and the cleanup after the end; a loaded one takes a second for it. */
export const SETTLE_MS = 3000;
/** Time from a request to the resulting end; by default engines kill after 10 s. */
const REQUEST_MS = 60_000;
/** Between the end and the cleanup of a requested one. */
const CLEANUP_MS = 10_000;
const MOST_ENDINGS = 10_000;

export function createEndings(clock: Clock): Endings {
  const endings = new Map<string, Ending>();

  const endingOf = (id: string): Ending => {
    const known = endings.get(id);
    if (known !== undefined) return known;
    const [oldest] = endings.keys();
    if (endings.size >= MOST_ENDINGS && oldest !== undefined) endings.delete(oldest);
    const made: Ending = { requestedAt: null, diedAt: null, cleanedAt: null, settlesAt: 0 };
    endings.set(id, made);
    return made;
  };

  return {
    note({ container, action, at }) {
      if (action === 'start' || action === 'remove') endings.delete(container);
      if (action === 'kill' || action === 'stop') endingOf(container).requestedAt = at;
      if (action === 'die') {
        const settlesAt = clock.monotonic() + Math.min(SETTLE_MS, at + SETTLE_MS - clock.now());
        Object.assign(endingOf(container), { diedAt: at, cleanedAt: null, settlesAt });
      }
      if (action === 'cleanup') noteCleanup(endings.get(container), at);
    },
    isPlanned(id) {
      const { requestedAt, diedAt, settlesAt } = endings.get(id) ?? {};
      if (diedAt === undefined || diedAt === null) return null;
      if (typeof requestedAt === 'number' && Math.abs(diedAt - requestedAt) <= REQUEST_MS) return true;
      return clock.monotonic() < (settlesAt ?? 0) ? null : false;
    },
    keep(ids) {
      for (const id of endings.keys()) if (!ids.has(id)) endings.delete(id);
    },
  };
}

/**
 * Podman cleans up after each end, and again after `podman stop`. Its `stop` event is missing if the first cleanup was faster
 * (Podman 4.3). Events repeat after a reconnect.
 */
function noteCleanup(ending: Ending | undefined, at: number): void {
  if (ending === undefined || ending.diedAt === null) return;
  if (ending.cleanedAt === null) ending.cleanedAt = at;
  else if (ending.cleanedAt !== at && at - ending.diedAt <= CLEANUP_MS) ending.requestedAt = at;
}
