/** Waits for the disk, but not forever. */
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import { inTime } from '../../core/in-time.ts';

/** Longest wait of a change for the disk before its notification. */
const KEPT_WITHIN_MS = 5000;

/**
 * Returns a function that resolves once a write, and all before it, are on disk, so a killed agent has sent nothing unknown to the next
 * one. A hanging disk delays notifications by at most 5 s.
 */
export function createUntilSaved(clock: Clock) {
  const inTurn = createMutex();
  return (written: Promise<void>): Promise<void> => {
    const waited = inTime(clock, KEPT_WITHIN_MS, written);
    return inTurn(async () => void (await waited));
  };
}
