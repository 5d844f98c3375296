/** Lists file systems with several mount points once, and the fullest of many. Pure. */
import type { ServedMember } from '../../core/served.ts';
import { type Level, rankOf } from './levels.ts';
import { t } from './language.ts';

interface Mount {
  /** Missing for other agents. */
  readonly device_name?: string | null;
  readonly mnt_point: string;
  readonly fs_type?: string | null;
  readonly size: number | null;
  readonly free: number | null;
}

export interface Mounted<T> {
  /** The entry with the shortest path. */
  readonly one: T;
  /** The other paths. */
  readonly others: readonly string[];
}

/**
 * Bind mounts and subvolumes fill up with their device.
 * @param levelOf mounts with their own levels or quotas stay separate
 */
export function mountedAt<T extends Mount>(
  all: readonly T[],
  levelOf: (one: T) => ServedMember,
): Mounted<T>[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const { device_name: device, mnt_point: path, fs_type: type, size, free } = one;
    const isDevice = device?.startsWith('/dev/') === true;
    const key = isDevice ? [device, type, size, free, levelOf(one)].join('\0') : `\0${path}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => {
    const one = group.reduce((best, next) => (next.mnt_point.length < best.mnt_point.length ? next : best));
    return { one, others: group.flatMap(({ mnt_point: path }) => (path === one.mnt_point ? [] : [path])) };
  });
}

/** `+2 paths`; empty where there is one. */
export const otherPaths = (count: number): string =>
  count === 0 ? '' : t('+{count} {count|path|paths}', { count });

interface Filled {
  readonly id: string;
  readonly level: Level | null;
  readonly one: { readonly percent?: number | null };
  /** True for an image, which is always full. */
  readonly isFixed: boolean;
}

/** Ids of at most `most` rows: worst levels first, then the fullest. */
export function fullestOf(rows: readonly Filled[], most: number): ReadonlySet<string> {
  const weightOf = ({ level, isFixed, one: { percent } }: Filled): number =>
    1000 * rankOf(level) + (isFixed ? -1 : (percent ?? 0));
  const sorted = rows.toSorted((a, b) => weightOf(b) - weightOf(a));
  return new Set(sorted.slice(0, most).map(({ id }) => id));
}

const LONGEST_END = 16;

/**
 * Returns the last part of a path with its slash, which stays where the path is cut; empty if that is the whole path, or long
 * itself.
 */
export function endOfPath(path: string): string {
  const at = path.lastIndexOf('/');
  return at > 0 && path.length - at <= LONGEST_END ? path.slice(at) : '';
}
