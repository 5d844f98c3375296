/**
 * Merges samples that arrive close together, including long lists, into one update. The agent sends a tick's samples together, but a
 * scan of many processes takes longer, and networks and proxies may separate them.
 */
import type { LevelUpdate, Update } from '../store/store.ts';

export interface GatheringSetup {
  /** Names of the streamed long lists, which arrive last. */
  lists(): readonly string[];
  /** Seconds between updates. */
  period(): number;
  isHidden(): boolean;
  show(updates: readonly Update[], levels: readonly LevelUpdate[]): void;
}

export interface Gathering {
  add(update: Update): void;
  addLevels(update: LevelUpdate): void;
}

/** Samples within this time are shown together. */
const TOGETHER_MS = 20;
/** Longest wait for the long lists. */
const LISTS_MS = 300;

export function createGathering({ lists, period, isHidden, show }: GatheringSetup): Gathering {
  let updates: Update[] = [];
  let levels: LevelUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When a list last arrived. */
  let listedAt = Number.NEGATIVE_INFINITY;
  /** Only lists are missing. */
  let isWaiting = false;

  const showNow = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isWaiting = false;
    const [some, judged] = [updates, levels];
    [updates, levels] = [[], []];
    show(some, judged);
  };
  /** True while lists of this update are missing. */
  const isDue = (): boolean => lists().length > 0 && performance.now() - listedAt > period() * 500;
  const showSoon = (): void => {
    isWaiting = !isHidden() && isDue();
    if (isWaiting) timer = setTimeout(showNow, LISTS_MS);
    else showNow();
  };
  return {
    addLevels: (update) => void levels.push(update),
    add(update) {
      updates.push(update);
      timer ??= setTimeout(showSoon, TOGETHER_MS);
      if (!lists().includes(update.plugin)) return;
      listedAt = performance.now();
      if (!isWaiting) return;
      // With what else is in the same piece.
      isWaiting = false;
      clearTimeout(timer);
      timer = setTimeout(showNow);
    },
  };
}
