/** Decides which file to remove next, to keep the archive within its bounds. */
import { DAY_MS, endOf, type FileKind, HOUR_MS, startOf } from '../files/file-name.ts';
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
export interface RetentionStep {
  readonly act: 'remove' | 'merge';
  readonly file: RetainedFile;
}

/** Shares of the space per tier, by the file kind that has it as its fine part; unused shares go to others. */
const SHARES: Readonly<Record<FileKind, number>> = { hour: 0.3, day: 0.5, month: 0.2 };
const KINDS = ['hour', 'day', 'month'] as const;

/**
 * The next file to delete, oldest first; null: within bounds.
 * @param bytes of the whole folder, including the open log
 */
export function nextToGo(
  files: readonly RetainedFile[],
  { maxBytes, ages }: Bounds,
  bytes: number,
  now: number,
): RetentionStep | null {
  const [over] = overAge(files, ages, now);
  if (over !== undefined) return { act: 'remove', file: over };
  if (bytes <= maxBytes) return null;
  return overSize(files, maxBytes, now);
}

/** Files past their retention that were merged. */
export const overAge = (files: readonly RetainedFile[], ages: Bounds['ages'], now: number): RetainedFile[] =>
  files.filter(({ name, isMerged }) => isMerged && endOf(name) < now - ages[name.kind]);

function overSize(files: readonly RetainedFile[], maxBytes: number, now: number): RetentionStep | null {
  const byExcess = KINDS.map((kind) => {
    const own = files.filter(({ name }) => name.kind === kind);
    const used = own.reduce((sum, file) => sum + file.bytes, 0);
    return { excess: used / (maxBytes * SHARES[kind]), own };
  }).sort((a, b) => b.excess - a.excess);
  for (const { own } of byExcess) {
    const file = own.find((each) => mayGo(each, own, now));
    if (file !== undefined) return { act: file.isMerged ? 'remove' : 'merge', file };
  }
  return null;
}

/** The last closed hour and the newest month are always kept. */
function mayGo({ name }: RetainedFile, own: readonly RetainedFile[], now: number): boolean {
  if (name.kind === 'hour') return name.start < startOf('hour', now) - HOUR_MS;
  if (name.kind === 'day') return name.start < startOf('day', now) - DAY_MS;
  return own.some((other) => other.name.start > name.start);
}

/**
 * The next file to delete on a nearly full disk: samples older than an hour, then minutes older than a day, whether or not they were
 * aggregated.
 */
export function nextForRoom(files: readonly RetainedFile[], now: number): RetainedFile | null {
  const old = (kind: FileKind, age: number) =>
    files.find(({ name }) => name.kind === kind && endOf(name) < now - age);
  return old('hour', HOUR_MS) ?? old('day', DAY_MS) ?? null;
}
