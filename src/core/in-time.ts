import type { Clock } from './host.ts';

/** True when the work ends, false when it takes longer than `ms`. Rejects as the work does. */
export function inTime(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(() => resolve(false), ms);
    work.then(() => resolve(true), reject).finally(cancel);
  });
}
