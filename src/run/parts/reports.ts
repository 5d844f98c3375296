/** Reports changes in order, after they are on disk. */
import type { Clock } from '../../core/host.ts';
import { createInTurn } from '../../core/in-turn.ts';

/** Longest wait of a change for the disk before its notification. */
const KEPT_WITHIN_MS = 5000;

/**
 * Reports follow once the disk has the changes before them, in order: an agent that is killed has told nothing that the next one
 * does not know. A disk that does not answer delays them by five seconds at most.
 */
export function createReports(clock: Clock) {
  const inTurn = createInTurn();
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
