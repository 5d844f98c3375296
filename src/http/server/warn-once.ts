/** Warnings about peers: once each, and few in all. A scan from many addresses must not fill log and memory. */
export const MOST_NAMED = 100;

/** @param further logged in place of all warnings after the last one */
export function warnOnce(
  warn: (text: string) => void,
  further: string,
): (peer: string, text: string) => void {
  const named = new Set<string>();
  return (peer, text) => {
    if (named.has(peer) || named.size === MOST_NAMED) return;
    named.add(peer);
    warn(text);
    if (named.size === MOST_NAMED) warn(further);
  };
}
