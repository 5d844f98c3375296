/** Polls the networks of this host, which change with DHCP, cables and virtual machines. */
import type { Clock } from '../../core/host.ts';
import { type Network, networksKey } from './networks.ts';

interface NetworkLook {
  before: readonly Network[];
  now: readonly Network[];
  /** True if networks or addresses have changed; true at the first poll. */
  isChanged: boolean;
}

interface NetworkWatchSetup {
  clock: Clock;
  /** Returns the current networks, given the previous ones. */
  list(before: readonly Network[]): readonly Network[];
  onLook(look: NetworkLook): void;
}

/**
 * Delays of checks after the start and after each change: agents start with the host, and interfaces come up one after the other, up
 * to a second late.
 */
const SOON_MS = [500, 500, 1000, 1000, 2000, 5000] as const;
/** The usual interval: changes are rare, and a poll takes a millisecond with hundreds of interfaces. */
const LATER_MS = 15_000;
/** There is nothing else to do. */
const WITHOUT_NETWORK_MS = 2000;

/** Polls at once, then periodically. Returns a function that stops it. */
export function watchNetworks({ clock, list, onLook }: NetworkWatchSetup): () => void {
  let before: readonly Network[] = [];
  /** Polls since the last change; null before the first. */
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
