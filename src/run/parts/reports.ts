/** Reports changes in order, after they are on disk. */
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';

/** Longest wait of a change for the disk before its notification. */
const KEPT_WITHIN_MS = 5000;

/**
 * Reports are sent after the changes before them are on disk, in order, so a killed agent has reported nothing unknown to the next
 * one. A hanging disk delays them by at most 5 s.
 */
export function createReports(clock: Clock) {
  const inTurn = createMutex();
  const waitFor = (kept: Promise<void>): void => {
    let cancel = (): void => {};
    const late = new Promise<void>((resolve) => (cancel = clock.setTimer(resolve, KEPT_WITHIN_MS)));
    void inTurn(async () => {
      await Promise.race([kept, late]);
      cancel();
    });
  };
  return {
    /** Later reports wait for it. */
    waitFor,
    /** Result of the report; later reports do not wait for it. */
    async after<Result>(report: () => Result, kept: Promise<void> | null = null): Promise<Awaited<Result>> {
      if (kept !== null) waitFor(kept);
      const { result } = await inTurn(async () => ({ result: report() }));
      return await result;
    },
  };
}
