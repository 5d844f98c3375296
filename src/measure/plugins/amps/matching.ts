/** Finds the processes of an AMP. */
import type { Clock } from '../../../core/host.ts';
import type { ProcessEntry } from '../../sources/processes/entry.ts';
import type { ProcessControl, ProcessScan } from '../../sources/processes/processes.ts';
import type { Pattern } from '../../../core/pattern.ts';
import { createBoundedSearch } from '../shared/bounded-search.ts';

const MAX_LENGTH = 4096;
/** The first scan is part of the start. */
const TIMEOUT_MS = 5000;
const POLL_MS = 100;

export type Matcher = (pattern: Pattern) => Promise<ProcessEntry[]>;

/** Searches the last process scan without starting one. Rejects with a message for the user. */
export function createMatcher(clock: Clock, scans: Pick<ProcessControl, 'latest'>): Matcher {
  const search = createBoundedSearch(clock);
  return async (pattern) => {
    const scan = await firstScan(scans, clock);
    if (scan === null)
      throw new Error('there are no processes to search: turn processcount or processlist on');
    const texts = scan.entries.flatMap((entry) => [
      entry.name.slice(0, MAX_LENGTH),
      (entry.cmdline ?? []).join(' ').slice(0, MAX_LENGTH),
    ]);
    const found = search(pattern, texts);
    return scan.entries.filter((_, index) => found[2 * index] === true || found[2 * index + 1] === true);
  };
}

async function firstScan(scans: Pick<ProcessControl, 'latest'>, clock: Clock): Promise<ProcessScan | null> {
  const end = clock.monotonic() + TIMEOUT_MS;
  for (;;) {
    const scan = scans.latest();
    if (scan !== null || clock.monotonic() >= end) return scan;
    await new Promise<void>((resolve) => void clock.setTimer(resolve, POLL_MS));
  }
}
