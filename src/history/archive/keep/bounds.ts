/** Decides which file to remove next, to keep the archive within its bounds. */
import { endOf, type FileKind } from '../files/file-name.ts';
import type { StoredFile } from '../files/folder.ts';

export interface Bounds {
  /** Total size of all files in bytes. */
  readonly maxBytes: number;
  /** Retention of each tier in milliseconds, by the file kind that has it as its fine part. */
  readonly ages: Readonly<Record<FileKind, number>>;
}

export interface RetainedFile extends StoredFile {
  /** It was merged into a larger file. A month counts as merged. */
  readonly isMerged: boolean;
}

/** `merge`: the larger file must be made before the smaller one is removed. */
interface RetentionStep {
  readonly act: 'remove' | 'merge';
  readonly file: RetainedFile;
}

/** Shares of the space per tier, by the file kind that has it as its fine part; unused shares go to others. */
const SHARES: Readonly<Record<FileKind, number>> = { hour: 0.3, day: 0.5, month: 0.2 };
const KINDS = ['hour', 'day', 'month'] as const;
/** Number of the newest files of a kind that stay however little room there is. */
const KEPT_ANYWAY = 2;
/** Number of the newest files of a kind that stay within the size limit. */
const KEPT: Readonly<Record<FileKind, number>> = { hour: 1, day: 2, month: 1 };

/** Files past their retention that were merged. @param time `Clock.settled` */
export const overAge = (files: readonly RetainedFile[], ages: Bounds['ages'], time: number): RetainedFile[] =>
  files.filter(({ name, isMerged }) => isMerged && endOf(name) < time - ages[name.kind]);

/**
 * Returns the next file to delete, oldest first; null if within bounds, or none may go. The order of the files counts, not the
 * clock.
 * @param bytes of the whole folder, including the open log
 */
export function overSize(
  files: readonly RetainedFile[],
  maxBytes: number,
  bytes: number,
): RetentionStep | null {
  if (bytes <= maxBytes) return null;
  const byExcess = KINDS.map((kind) => {
    const own = files.filter(({ name }) => name.kind === kind);
    const used = own.reduce((sum, file) => sum + file.bytes, 0);
    return { excess: used / (maxBytes * SHARES[kind]), oldest: own.slice(0, -KEPT[kind])[0] };
  }).sort((a, b) => b.excess - a.excess);
  const file = byExcess.find(({ oldest }) => oldest !== undefined)?.oldest;
  return file === undefined ? null : { act: file.isMerged ? 'remove' : 'merge', file };
}

/**
 * Returns the next file to delete on a nearly full disk: samples but the newest, then minutes but the newest, whether or not they
 * were aggregated.
 */
export function nextForRoom(files: readonly RetainedFile[]): RetainedFile | null {
  const oldest = (kind: FileKind) => files.filter(({ name }) => name.kind === kind).slice(0, -KEPT_ANYWAY)[0];
  return oldest('hour') ?? oldest('day') ?? null;
}
