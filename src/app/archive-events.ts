/** An event while the history is not written to disk. It goes the way of all events: the list, the journal, notifications. */
import type { Archive } from '../archive/archive.ts';
import type { Clock } from '../core/host.ts';
import type { EventEngine } from '../events/engine.ts';
import type { Verdict } from '../levels/judge.ts';

const LOOK_MS = 15_000;
const FINE: ReadonlySet<string> = new Set(['ok', 'starting', 'stopped']);

/** Looks at the archive now and then; the result ends it. */
export function watchArchive(
  archive: Pick<Archive, 'status'>,
  events: Pick<EventEngine, 'take'>,
  clock: Clock,
): () => void {
  let cancel = (): void => {};
  const look = (): void => {
    cancel = clock.setTimer(look, LOOK_MS);
    events.take('archive', [verdictOn(archive.status.state)], clock.now());
  };
  look();
  return () => cancel();
}

/** The value is 1 while nothing is written. The reason is in `/api/archive`, and with the mark on the time line. */
function verdictOn(state: string): Verdict {
  const isFine = FINE.has(state);
  return {
    field: 'state',
    identity: null,
    stat: 'archive',
    names: [],
    log: true,
    thresholds: { careful: null, warning: 1, critical: null },
    isOwn: false,
    rule: { header: '' },
    unit: 'number',
    level: isFine ? 'OK' : 'WARNING',
    value: isFine ? 0 : 1,
    served: { state },
  };
}
