/** A cache of results for secrets that does not hold the secrets. */
import { hash, randomBytes } from 'node:crypto';

export interface Remembered<V> {
  get(secret: string): V | undefined;
  /** @param forMs milliseconds, at most the usual time */
  set(secret: string, value: V, forMs?: number): void;
  clear(): void;
}

interface RememberedSetup {
  /** Lifetime of an entry in milliseconds. */
  forMs: number;
  /** Most entries; the oldest is evicted first. */
  most: number;
  /** Renews the lifetime of an entry on each use. */
  isRenewed?: boolean;
  /** Monotonic milliseconds. */
  now(): number;
}

/** Keys are keyed hashes known to this process only: leaked memory holds no password. */
export function createRemembered<V>(setup: RememberedSetup): Remembered<V> {
  const { forMs: usual, most, now, isRenewed = false } = setup;
  const key = randomBytes(32).toString('hex');
  const entries = new Map<string, { value: V; until: number }>();
  // Nobody else ever sees a code, so a hash over key and secret does as well as an HMAC, in half the time.
  const code = (secret: string): string => hash('sha256', key + secret, 'base64');
  return {
    get(secret) {
      const filed = code(secret);
      const entry = entries.get(filed);
      if (entry === undefined) return undefined;
      if (entry.until <= now()) {
        entries.delete(filed);
        return undefined;
      }
      if (isRenewed) entry.until = now() + usual;
      return entry.value;
    },
    set(secret, value, forMs = usual) {
      const filed = code(secret);
      entries.delete(filed);
      entries.set(filed, { value, until: now() + Math.min(forMs, usual) });
      if (entries.size > most) entries.delete(entries.keys().next().value ?? '');
    },
    clear: () => entries.clear(),
  };
}
