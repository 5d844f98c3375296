/** The culprits of events: keeps the process scan active, sorted for the latest event, and counts its top processes. */
import { hasCulprits } from '../../core/culprits.ts';
import type { RankingKey } from '../../core/event.ts';
import type { EventRecord } from './record.ts';
import { COUNTED_RANKS } from './tally.ts';

/** The part of the process list that events use. */
export interface Ranking {
  /** Names of the top processes of the last scan. */
  first(key: RankingKey, count: number): string[];
  /** Orders the process list, where the configuration leaves it open; null: as without events. */
  sortBy(key: RankingKey | null): void;
  /** Asks for scans at their full pace, the first at once; the result ends it. */
  keepSlow(): () => void;
}

export interface Culprits {
  /** Processes are watched while an event lasts, in the order of the newest. @param events newest first */
  watch(events: readonly EventRecord[]): void;
  /** Counts the top processes of a new scan; false if there were none. */
  count(ongoing: Iterable<EventRecord>): boolean;
}

const isOfProcesses = ({ finding, subject }: EventRecord): boolean =>
  finding === null && hasCulprits(subject.plugin);

export function createCulprits(ranking: Ranking | null): Culprits {
  let release: (() => void) | null = null;
  let order: RankingKey | null = null;
  return {
    watch(events) {
      if (ranking === null) return;
      const isCaused = (record: EventRecord): boolean => record.isOngoing && isOfProcesses(record);
      const next = events.find(isCaused)?.sort ?? null;
      if (next !== order) ranking.sortBy((order = next));
      if (next !== null) release ??= ranking.keepSlow();
      else {
        release?.();
        release = null;
      }
    },
    count(ongoing) {
      if (ranking === null) return false;
      const byKey = new Map<RankingKey, string[]>();
      let hasAny = false;
      for (const record of ongoing) {
        hasAny = true;
        if (!isOfProcesses(record)) continue;
        const names = byKey.get(record.sort) ?? ranking.first(record.sort, COUNTED_RANKS);
        byKey.set(record.sort, names);
        record.rank(names);
      }
      return hasAny;
    },
  };
}
