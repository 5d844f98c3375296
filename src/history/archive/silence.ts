/** Whether a folder is silent: nothing has been written to it for three minutes. */
import type { Clock } from '../../core/host.ts';

/** @param writes dates of the last write to each of its files, in milliseconds since the epoch */
export type Silence = (writes: readonly number[]) => boolean;

const SILENT_MS = 180_000;

/**
 * For agents, which try again: dates that have not changed for so long. Dates of another machine, or of before the clock was set, say
 * nothing about a duration.
 */
export function watchSilence(clock: Pick<Clock, 'monotonic'>): Silence {
  let seen: { readonly writes: string; readonly at: number } | null = null;
  return (dates) => {
    const writes = dates.join();
    if (seen?.writes !== writes) seen = { writes, at: clock.monotonic() };
    return clock.monotonic() - seen.at >= SILENT_MS;
  };
}

/** For commands, which do not wait: dates that are as old, or as far ahead. */
export const silentByDate: Silence = (dates) =>
  dates.every((date) => Math.abs(Date.now() - date) >= SILENT_MS);
