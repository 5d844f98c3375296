/** Small files of sysfs. */
import type { Host } from '../../../core/host.ts';
import { namesIn } from '../../sources/sysfs.ts';

/** Names in a folder, sorted as text; none when it cannot be listed. */
export const sortedNames = (host: Host, folder: string): string[] => namesIn(host, folder).toSorted();

/** Parses an integer; null if there is none. */
export const integerOf = (text: string | null): number | null =>
  text !== null && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null;

/** Thousandths as sysfs has them, in whole units; null when the file is missing. */
export function readThousandths(host: Host, path: string): number | null {
  const value = integerOf(host.readText(path));
  return value === null ? null : Math.trunc(value / 1000);
}
