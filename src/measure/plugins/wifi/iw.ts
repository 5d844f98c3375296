/** Signals from the program iw, for interfaces that the kernel does not list in /proc/net/wireless. */
import type { Host } from '../../../core/host.ts';

const LIMITS = { timeoutMs: 2000, maxBytes: 64 * 1024 };
const AGAIN_MS = 10_000;
/** The range that the kernel makes a quality of 0 to 70 of: net/wireless/wext-compat.c, cfg80211_wireless_stats. */
const [WEAKEST, STRONGEST] = [-110, -40];

export interface Signal {
  link: number;
  level: number;
}

/** Null when the interface is not connected. */
export function parseIwLink(output: string): Signal | null {
  const text = /^[ \t]*signal: (-?\d{1,4})\b[^\n]{0,100}\bdBm\b/m.exec(output)?.[1];
  if (text === undefined) return null;
  const level = Number(text);
  return { level, link: Math.min(STRONGEST, Math.max(WEAKEST, level)) - WEAKEST };
}

/** Results by interface, kept for a while; `problem` says why there are none. */
export interface Signals {
  byName: ReadonlyMap<string, Signal>;
  problem: string | null;
}

/** Queries interfaces with iw sequentially, at most every ten seconds. */
export function createIw(host: Host): (names: readonly string[]) => Promise<Signals> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let latest: Signals = { byName: new Map(), problem: null };
  return async (names) => {
    if (host.clock.monotonic() - askedAt < AGAIN_MS) return latest;
    askedAt = host.clock.monotonic();
    const byName = new Map<string, Signal>();
    let problem: string | null = null;
    for (const name of names) {
      const { code, stdout, stderr, failure } = await host.run(['iw', 'dev', name, 'link'], LIMITS);
      const signal = code === 0 ? parseIwLink(stdout) : null;
      if (signal) byName.set(name, signal);
      if (code !== 0)
        problem = failure ? `${failure} (package iw)` : `it says: ${stderr.trim().slice(0, 200)}`;
    }
    return (latest = { byName, problem });
  };
}
