/** Looks at the networks of this machine again and again: they come with DHCP, cables, virtual machines. */
import type { Clock } from '../../core/host.ts';
import { type Network, networksKey } from './networks.ts';

export interface NetworkLook {
  before: readonly Network[];
  now: readonly Network[];
  /** Other networks than before, or other addresses in them; true at the first look. */
  isChanged: boolean;
}

export interface NetworkWatchSetup {
  clock: Clock;
  /** Those of now; gets those of before. */
  list(before: readonly Network[]): readonly Network[];
  onLook(look: NetworkLook): void;
}

/**
 * Gaps between looks after the start and after each change: agents start with the machine, and interfaces come one after the other.
 * An interface that was just switched on shows up to a second later.
 */
const SOON_MS = [500, 500, 1000, 1000, 2000, 5000] as const;
/** Then it is rare, and a look takes a millisecond where there are hundreds of interfaces. */
const LATER_MS = 15_000;
/** There is nothing else to do. */
const WITHOUT_NETWORK_MS = 2000;

/** Looks at once. Returns a function that ends it. */
export function watchNetworks({ clock, list, onLook }: NetworkWatchSetup): () => void {
  let before: readonly Network[] = [];
  /** Looks since the last change; null before the first. */
  let unchanged: number | null = null;
  let cancel = (): void => {};
  const look = (): void => {
    const now = list(before);
    const isChanged = unchanged === null || networksKey(now) !== networksKey(before);
    unchanged = isChanged ? 0 : (unchanged ?? 0) + 1;
    const gap = SOON_MS[unchanged] ?? (now.length === 0 ? WITHOUT_NETWORK_MS : LATER_MS);
    cancel = clock.setTimer(look, gap);
    const seen = before;
    before = now;
    onLook({ before: seen, now, isChanged });
  };
  look();
  return () => cancel();
}
