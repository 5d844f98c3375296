/** Files of the busiest programs: `top-20261122.jsonl`, with `.gz` after the day. */

/** Most bytes per day. */
export const MOST_DAY_BYTES = 8 << 20;

const NAME = /^top-(\d{8})\.jsonl(\.gz)?$/;

/** @param path of the archive */
export const topFolder = (path: string): string => `${path}/top`;

/** Returns the UTC day of a moment. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');

export const topFile = (day: string): string => `top-${day}.jsonl`;

/** Of a day that is over. */
export const packedPath = (path: string): string => `${path}.gz`;

export function parseTopName(name: string): { day: string; isPacked: boolean } | null {
  const [, day, packed] = NAME.exec(name) ?? [];
  return day === undefined ? null : { day, isPacked: packed !== undefined };
}
