/**
 * Puts samples that come close to each other into one update of the page, the long lists included, which are asked for
 * when the agent has counted the processes: all of it is drawn once.
 */
import type { LevelUpdate, Update } from '../state/store.ts';

export interface GatheringSetup {
  /** Names of the long lists that are wanted at present. */
  lists(): readonly string[];
  /** Asks for one of them; what comes is added. Rejects when it cannot be had. */
  load(plugin: string): Promise<void>;
  /** Seconds between updates. */
  period(): number;
  isHidden(): boolean;
  show(updates: readonly Update[], levels: readonly LevelUpdate[]): void;
}

export interface Gathering {
  add(update: Update): void;
  addLevels(update: LevelUpdate): void;
  loadLists(): Promise<void>;
}

/** Samples that come so close to each other are shown together. */
const TOGETHER_MS = 40;
/** They wait no longer than this for the long lists. */
const LISTS_MS = 300;
/** The plugin that is sampled together with the long lists. */
const PACEMAKER = 'processcount';

export function createGathering({ lists, load, period, isHidden, show }: GatheringSetup): Gathering {
  let updates: Update[] = [];
  let levels: LevelUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pacedAt = Number.NEGATIVE_INFINITY;
  let isLoading = false;
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
  /** The processes of this update have not been counted yet. */
  const isDue = (): boolean => {
    const wanted = lists();
    const isHere = updates.some(({ plugin }) => wanted.includes(plugin));
    return wanted.length > 0 && !isHere && performance.now() - pacedAt > period() * 500;
  };
  const showSoon = (): void => {
    isWaiting = !isHidden() && (isLoading || isDue());
    if (isWaiting) timer = setTimeout(showNow, LISTS_MS);
    else showNow();
  };
  const loadLists = async (): Promise<void> => {
    if (isLoading || isHidden()) return;
    isLoading = true;
    try {
      for (const plugin of lists()) await load(plugin);
    } catch {
      // The stream will say what is wrong, or the next one comes.
    } finally {
      isLoading = false;
      if (isWaiting) showNow();
    }
  };
  return {
    loadLists,
    addLevels: (update) => void levels.push(update),
    add(update) {
      updates.push(update);
      timer ??= setTimeout(showSoon, TOGETHER_MS);
      if (update.plugin !== PACEMAKER) return;
      pacedAt = performance.now();
      void loadLists();
    },
  };
}
