/** The culprits of events: keeps the process scan active, sorted for the latest event, and counts its top processes. */
import { hasCulprits } from '../../core/culprits.ts';
import type { RankingKey } from '../../core/event.ts';
import type { AlertRecord } from './record.ts';
import { COUNTED_RANKS, Tally } from './tally.ts';

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
  /** Processes are watched while an event lasts, in the order of the newest. */
  watch(lasting: readonly AlertRecord[]): void;
  /** The most frequent top processes of events, with those of a new scan; null: nothing is counted. */
  count(lasting: readonly AlertRecord[]): Map<AlertRecord, string[]> | null;
}

/** Counts kept of events that have ended and may go on. */
const SPARE = 64;

const isOngoing = ({ raw }: AlertRecord): boolean => raw === 'raised' || raw === 'unknown';
const isOfProcesses = ({ saved }: AlertRecord): boolean =>
  saved.finding === undefined && hasCulprits(saved.plugin);

export function createCulprits(ranking: Ranking | null): Culprits {
  let release: (() => void) | null = null;
  let order: RankingKey | null = null;
  /** By number and state of the event: those of its worst time count. */
  const tallies = new Map<string, Tally>();

  const tallyOf = ({ saved: { id, event } }: AlertRecord): Tally => {
    const key = `${id} ${event.state}`;
    const tally = tallies.get(key) ?? new Tally();
    tallies.delete(key);
    return tallies.set(key, tally).get(key) as Tally;
  };
  /** After the worst, a scan only fills an empty top: the worst may end before the first scan. */
  const topOf = (alert: AlertRecord, names: readonly string[]): string[] => {
    const { top, state } = alert.saved.event;
    const isWorst = alert.level === state;
    if (!isWorst && top.length > 0) return top;
    const tally = isWorst ? tallyOf(alert) : new Tally();
    tally.add(names);
    return tally.top();
  };

  return {
    watch(lasting) {
      if (ranking === null) return;
      const caused = lasting.filter((alert) => isOngoing(alert) && isOfProcesses(alert));
      const newest = caused.reduce<AlertRecord | null>(
        (last, alert) => (last === null || alert.saved.id > last.saved.id ? alert : last),
        null,
      );
      const next = newest?.saved.event.sort ?? null;
      if (next !== order) ranking.sortBy((order = next));
      if (next !== null) release ??= ranking.keepSlow();
      else {
        release?.();
        release = null;
      }
    },
    count(lasting) {
      const ongoing = lasting.filter(isOngoing);
      if (ranking === null || ongoing.length === 0) return null;
      const byKey = new Map<RankingKey, string[]>();
      const tops = new Map<AlertRecord, string[]>();
      for (const alert of ongoing.filter(isOfProcesses)) {
        const { sort } = alert.saved.event;
        const names = byKey.get(sort) ?? ranking.first(sort, COUNTED_RANKS);
        byKey.set(sort, names);
        tops.set(alert, topOf(alert, names));
      }
      for (const key of tallies.keys()) if (tallies.size > ongoing.length + SPARE) tallies.delete(key);
      return tops;
    },
  };
}
