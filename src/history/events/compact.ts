/** Compacts a month's file: the last line of each event stays, the worst and newest preferably. Cleared events stay cleared. */
import type { JournalEntry } from './entry.ts';
import type { JournalLine } from './read.ts';

/** Returns the lines to keep, in order, of at most `most` bytes. */
export function compact(lines: readonly JournalLine[], most: number): string[] {
  const lastOf = new Map<string, number>();
  lines.forEach(({ entry }, index) => lastOf.set(nameOf(entry, index), index));
  const kept = new Set<number>();
  let bytes = 0;
  const byRank = [...lastOf.values()].sort(
    (a, b) => rankOf(lines[b]?.entry) - rankOf(lines[a]?.entry) || b - a,
  );
  for (const index of byRank) {
    const size = Buffer.byteLength(lines[index]?.line ?? '');
    if (bytes + size > most) break;
    bytes += size;
    kept.add(index);
  }
  return lines.flatMap(({ line }, index) => (kept.has(index) ? [line] : []));
}

const isEvent = (entry: JournalEntry): boolean => entry.kind !== 'clear' && entry.kind !== 'mark';

const nameOf = (entry: JournalEntry, index: number): string =>
  'id' in entry
    ? `${entry.kind === 'server' ? 'server' : 'event'} ${entry.id}`
    : entry.kind === 'clear'
      ? `clear ${entry.which}`
      : `line ${index}`;

/**
 * Lines that clear are dropped last: the last of each kind hides everything hidden before. Ongoing events are dropped before them,
 * since they have no other record; events too short to show are dropped first.
 */
function rankOf(entry: JournalEntry | undefined): number {
  if (entry?.kind === 'clear') return 5;
  if (entry === undefined || !isEvent(entry) || !('event' in entry)) return 1;
  // The snapshot has alerts of servers.
  if (entry.dropped || entry.kind === 'server') return 0;
  if (entry.event.end === -1) return 4;
  return entry.event.state === 'CRITICAL' ? 3 : 2;
}
