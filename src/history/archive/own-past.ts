/** The past of this machine, for the agent's own use. */
import type { Archive } from './archive.ts';
import { ArchiveHistory } from './history.ts';
import type { RangeEvents } from '../past/history-source.ts';

interface OwnPastSetup {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** True if the work was cancelled. Default: never. */
  readonly isGone?: () => boolean;
  /** Alerts and marks. Default: none. */
  readonly events?: (from: number, to: number) => Promise<Omit<RangeEvents, 'notes'>>;
}

/** A sentence about why there is none. */
export function ownPast(
  archive: Archive | { readonly off: string },
  { now, isGone, events = async () => ({ events: [], marks: [] }) }: OwnPastSetup,
): ArchiveHistory | string {
  if ('off' in archive) return `There is no history on disk: ${archive.off}.`;
  const reading = archive.reading(isGone);
  if (reading === null)
    return `There is no history on disk: ${archive.status.reason ?? 'it is being opened'}.`;
  return new ArchiveHistory({
    open: () => ({ archive, reading }),
    now,
    samples: () => 0,
    registry: [],
    events: async (from, to) => ({ ...(await events(from, to)), notes: [] }),
  });
}
