/** Decides which file goes next, so that an archive stays within its bounds. */
import { DAY_MS, endOf, type FileKind, HOUR_MS, startOf } from '../files/file-name.ts';
import type { StoredFile } from '../files/folder.ts';

export interface Bounds {
  /** Bytes of all files together. */
  readonly maxBytes: number;
  /** Milliseconds for which each tier is kept, by the file of which it is the fine part. */
  readonly ages: Readonly<Record<FileKind, number>>;
}

export interface KeptFile extends StoredFile {
  /** A larger file was made of it. A month counts as merged: there is nothing larger. */
  readonly isMerged: boolean;
}

/** `merge`: the larger file is due before the smaller one may go. */
export interface RetentionStep {
  readonly act: 'remove' | 'merge';
  readonly file: KeptFile;
}

/** Shares of the room, by the file of which the tier is the fine part; what one does not use, others may. */
const SHARES: Readonly<Record<FileKind, number>> = { hour: 0.3, day: 0.5, month: 0.2 };
const KINDS = ['hour', 'day', 'month'] as const;

/**
 * The next file to go, oldest first; null when all is within bounds.
 * @param bytes of everything in the folder, the open log included
 */
export function nextToGo(
  files: readonly KeptFile[],
  { maxBytes, ages }: Bounds,
  bytes: number,
  now: number,
): RetentionStep | null {
  const [over] = overAge(files, ages, now);
  if (over !== undefined) return { act: 'remove', file: over };
  if (bytes <= maxBytes) return null;
  return overSize(files, maxBytes, now);
}

/** Files that have been kept for long enough, and that larger ones were made of. */
export const overAge = (files: readonly KeptFile[], ages: Bounds['ages'], now: number): KeptFile[] =>
  files.filter(({ name, isMerged }) => isMerged && endOf(name) < now - ages[name.kind]);

function overSize(files: readonly KeptFile[], maxBytes: number, now: number): RetentionStep | null {
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

/** The last closed hour and the newest month always stay. */
function mayGo({ name }: KeptFile, own: readonly KeptFile[], now: number): boolean {
  if (name.kind === 'hour') return name.start < startOf('hour', now) - HOUR_MS;
  if (name.kind === 'day') return name.start < startOf('day', now) - DAY_MS;
  return own.some((other) => other.name.start > name.start);
}

/**
 * The next file to go where the disk is nearly full: samples older than an hour, then minutes older than a day, whether or
 * not something larger was made of them.
 */
export function nextForRoom(files: readonly KeptFile[], now: number): KeptFile | null {
  const old = (kind: FileKind, age: number) =>
    files.find(({ name }) => name.kind === kind && endOf(name) < now - age);
  return old('hour', HOUR_MS) ?? old('day', DAY_MS) ?? null;
}
