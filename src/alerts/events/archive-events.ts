/** Raises events while a history is not written to disk: in the list, the journal and notifications. */
import type { Archive } from '../../history/archive/archive.ts';
import type { Clock } from '../../core/host.ts';
import type { EventEngine } from './engine.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';
import type { ArchiveOff } from '../../history/archive/own-archive.ts';

const LOOK_MS = 15_000;
const FINE: ReadonlySet<string> = new Set(['ok', 'starting', 'stopped']);

interface WatchedArchive {
  /** Null: this machine; `fleet`: the servers of a hub. */
  readonly name: 'fleet' | null;
  readonly archive: Pick<Archive, 'status'> | ArchiveOff;
}

/** Checks them regularly; the result stops it. */
export function watchArchives(
  archives: readonly WatchedArchive[],
  events: Pick<EventEngine, 'take'>,
  clock: Clock,
): () => void {
  // No event if the user disabled it.
  const watched = archives.filter(({ archive }) => !('off' in archive && archive.isChosen));
  let cancel = (): void => {};
  const look = (): void => {
    cancel = clock.setTimer(look, LOOK_MS);
    events.take('archive', watched.map(verdictOn), clock.now());
  };
  look();
  return () => cancel();
}

/** 1 while nothing is written. The reason is in `/api/archive` and in the mark on the time line. */
function verdictOn({ name, archive }: WatchedArchive): LevelVerdict {
  const state = 'off' in archive ? 'off' : archive.status.state;
  const isFine = FINE.has(state);
  return {
    field: 'state',
    identity: name,
    stat: name === null ? 'archive' : `archive_${name}`,
    names: [],
    log: true,
    thresholds: { careful: null, warning: 1, critical: null },
    delays: PROMPT,
    isOwn: false,
    rule: { header: '' },
    unit: 'number',
    level: isFine ? 'OK' : 'WARNING',
    value: isFine ? 0 : 1,
    served: { state },
  };
}
