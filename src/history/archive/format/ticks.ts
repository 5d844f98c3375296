/** Times on disk are in tenths of a second: finer ones are not worth their bytes. */
export const TICK_MS = 100;

export const ticksOf = (ms: number): number => Math.round(ms / TICK_MS);
export const msOf = (ticks: number): number => ticks * TICK_MS;
