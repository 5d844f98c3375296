/**
 * Throttles password guessing per network. The first failures are free, then attempts are delayed increasingly, and rejected beyond
 * a limit. Known correct credentials never come here.
 */
import { parseIpAddress } from '../../core/ip-address.ts';

export interface LoginThrottle {
  /** Milliseconds to wait before an attempt from an address may be checked, or how long it would have been. */
  reserve(address: string): { waitMs: number; refused: boolean };
  /** Tells how an attempt that was not refused came out. */
  settle(address: string, wasWrong: boolean): void;
}

interface Network {
  /** Wrong attempts, those under way included; one is forgiven every minute. */
  attempts: number;
  seenAt: number;
  /** When the next attempt may be checked. */
  freeAt: number;
}

const FREE_ATTEMPTS = 5;
const FIRST_DELAY_MS = 250;
/** Fifteen guesses a minute in the long run. */
const LONGEST_DELAY_MS = 4000;
const LONGEST_WAIT_MS = 20_000;
const FORGIVE_MS = 60_000;
/** Attempts that are remembered; many more wrong ones do not take longer to be forgiven. */
const MOST_ATTEMPTS = 30;
const MOST_NETWORKS = 10_000;

/** @param now monotonic milliseconds */
export function createLoginThrottle(now: () => number): LoginThrottle {
  const networks = new Map<string, Network>();

  /** Returns the entry of a network, moved to the end of the eviction order. */
  const touch = (name: string): Network => {
    const network = networks.get(name) ?? { attempts: 0, seenAt: now(), freeAt: 0 };
    networks.delete(name);
    networks.set(name, network);
    if (networks.size > MOST_NETWORKS) networks.delete(networks.keys().next().value ?? '');
    const forgiven = Math.floor((now() - network.seenAt) / FORGIVE_MS);
    network.attempts = Math.max(0, network.attempts - forgiven);
    network.seenAt += forgiven * FORGIVE_MS;
    return network;
  };

  return {
    reserve(address) {
      const network = touch(networkOf(address));
      const start = Math.max(now(), network.freeAt);
      const waitMs = start - now();
      if (waitMs > LONGEST_WAIT_MS) return { waitMs, refused: true };
      network.attempts += 1;
      network.freeAt = start + delayAfter(network.attempts);
      return { waitMs, refused: false };
    },
    settle(address, wasWrong) {
      const network = touch(networkOf(address));
      if (!wasWrong) network.attempts = Math.max(0, network.attempts - 1);
      network.attempts = Math.min(network.attempts, MOST_ATTEMPTS);
    },
  };
}

function delayAfter(attempts: number): number {
  const surplus = attempts - FREE_ATTEMPTS;
  return surplus < 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** surplus);
}

/** Returns the network of an address: itself, or its /64 for IPv6, within which hosts choose addresses freely. */
export const networkOf = (address: string): string => prefixOf(address, 4);

/** Returns the /48 of an IPv6 address, the size that a customer gets as a whole. */
export const neighbourhoodOf = (address: string): string => prefixOf(address, 3);

function prefixOf(address: string, length: number): string {
  const parsed = parseIpAddress(address);
  if (parsed === null) return address;
  return 'parts' in parsed ? parsed.parts.slice(0, length).join(':') : parsed.toString();
}
