/** The batches of a queue on disk, in order of arrival. */
import type { Clock } from '../../core/host.ts';
import type { Disk } from '../../core/files/disk.ts';
import { isAbsent, isNoFile } from '../../core/files/error-code.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { setAside } from '../../core/files/set-aside.ts';
import { ageMs } from './age.ts';
import { bytesOfSegments, dropSome, type OnFull } from './drop-some.ts';
import { readProgress, type Tried, UNTRIED, writeProgress } from './progress-file.ts';
import type { Batch } from './record.ts';
import {
  appendTo,
  type BatchEntry,
  copyDamaged,
  isInPlace,
  loadSegment,
  newSegment,
  readBatch,
  removeSegment,
  sealSegment,
  type Segment,
} from './segment.ts';

interface WaitingFilesSetup {
  folder: string;
  disk: Disk;
  /** Bytes of the files. */
  mostBytes: number;
  onFull: OnFull;
  clock: Pick<Clock, 'monotonic' | 'settled'>;
  isDiskLow?(folder: string): Promise<boolean>;
  /** Syncs every change to disk, and copies damaged files. */
  isDurable: boolean;
  /** Counts dropped values and batches. */
  lost: { full: number; thinned: number };
  onProblem(text: string): void;
  /** A file cannot be written. */
  onBroken(error: unknown): void;
}

export interface FilesState {
  readonly batches: number;
  readonly bytes: number;
  readonly oldest: number | null;
  /** Half of the batches were dropped because the disk is nearly full. */
  readonly isLow: boolean;
}

export interface Loaded {
  /** Number of the last batch so far. */
  readonly last: number;
  readonly tried: Tried;
}

interface WaitingFiles {
  /**
   * Loads files of an earlier run. Rejects with a system error if one cannot be read: nothing may be written before a successful
   * load.
   */
  load(): Promise<Loaded>;
  /** All or nothing; rejects with a system error. @param since start of its wait in monotonic milliseconds */
  append(batch: Batch, since: number): Promise<void>;
  first(): Promise<Batch | null>;
  last(): Promise<Batch | null>;
  /** Null if it is in none of them, or damaged. */
  read(sequence: number): Promise<Batch | null>;
  sequences(): number[];
  saveTried(tried: Tried): Promise<void>;
  /** Marks a batch as finished, sent or not. */
  remove(sequence: number): Promise<void>;
  /** Forgets the oldest. Returns the dropped batches. */
  forget(isGone: (entry: BatchEntry) => boolean): Promise<readonly BatchEntry[]>;
  state(): FilesState;
  close(): Promise<void>;
}

const SEGMENT_BYTES = 4 * 1024 * 1024;
const POSITION_MS = 1000;
/** Interval of checks of free disk space while writing. */
const LOOK_MS = 10_000;

export function createWaitingFiles(setup: WaitingFilesSetup): WaitingFiles {
  const { folder, disk, mostBytes, onFull, clock, lost, isDiskLow, isDurable, onProblem, onBroken } = setup;
  const segmentBytes = Math.min(SEGMENT_BYTES, Math.max(4096, Math.floor(mostBytes / 8)));
  let segments: Segment[] = [];
  let done = 0;
  /** Finished early. */
  let ahead: number[] = [];
  let tried = UNTRIED;
  let savedAt = Number.NEGATIVE_INFINITY;
  let isLow = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const removeEmpty = async (): Promise<void> => {
    // If the file stays, the next run skips it, since it knows what is finished.
    for (const segment of segments.filter(({ entries }) => entries.length === 0))
      await removeSegment(segment).catch(onBroken);
    segments = segments.filter(({ entries }) => entries.length > 0);
  };

  const shrink = async (most: number): Promise<void> => {
    while (segments.length > 1 && bytesOfSegments(segments) > most) {
      const { samples, thinned } = await dropSome(segments, onFull);
      lost.full += samples;
      lost.thinned += thinned;
      await removeEmpty();
    }
  };

  /** Drops half of the waiting batches if the disk is nearly full: at once, then with each full file. */
  const makeRoom = async (isFileFull: boolean): Promise<void> => {
    if (isDiskLow === undefined || (!isFileFull && clock.monotonic() - lookedAt < LOOK_MS)) return;
    lookedAt = clock.monotonic();
    const wasLow = isLow;
    isLow = await isDiskLow(folder).catch(() => false);
    if (!isLow || (wasLow && !isFileFull)) return;
    if (!wasLow) onProblem(`drops half of the waiting values in ${folder}: the disk is nearly full`);
    await shrink(bytesOfSegments(segments) / 2);
  };

  const lastWithRoom = async (sequence: number): Promise<Segment> => {
    const last = segments.at(-1);
    if (last !== undefined && last.bytes < segmentBytes && (await isInPlace(last))) return last;
    if (last !== undefined) {
      await sealSegment(last);
      await makeRoom(true);
    }
    await makeFolder(disk, folder);
    const fresh = newSegment(disk, `${folder}/${String(sequence).padStart(16, '0')}.queue`);
    segments.push(fresh);
    return fresh;
  };

  const forget: WaitingFiles['forget'] = async (isGone) => {
    const gone: BatchEntry[] = [];
    for (const { entries } of segments) {
      for (let [first] = entries; first !== undefined && isGone(first); [first] = entries) {
        gone.push(first);
        entries.shift();
      }
      if (entries.length > 0) break;
    }
    await removeEmpty();
    return gone;
  };

  /** @param end 0: the oldest, -1: the newest. Unreadable batches are lost. */
  const readEdge = async (end: 0 | -1): Promise<Batch | null> => {
    for (let segment = segments.at(end); segment !== undefined; segment = segments.at(end)) {
      const entry = segment.entries.at(end);
      const batch = entry === undefined ? null : await readBatch(segment, entry);
      if (batch !== null) return batch;
      lost.full += entry?.samples ?? 0;
      segment.entries.splice(end, 1);
      await removeEmpty();
    }
    return null;
  };

  const savePosition = async (isForced: boolean): Promise<void> => {
    if (segments.length === 0 || (!isForced && !isDurable && clock.monotonic() - savedAt < POSITION_MS))
      return;
    savedAt = clock.monotonic();
    ahead = ahead.filter((sequence) => sequence > done);
    await writeProgress(disk, folder, { done, ahead, tried }).catch(onBroken);
  };

  const loadAll = async (): Promise<void> => {
    const names = await disk.readdir(folder).catch((error) => {
      if (isAbsent(error)) return [];
      throw error;
    });
    const since = (date: number): number => clock.monotonic() - ageMs(date, clock.settled());
    const loaded: Segment[] = [];
    for (const name of names.filter((name) => /^\d{16}\.queue$/.test(name)).sort()) {
      const path = `${folder}/${name}`;
      const segment = await loadSegment(disk, path, since).catch(async (error) => {
        if (!isNoFile(error)) throw error;
        onProblem(`cannot read ${path} (${reasonOf(error)}), which is kept as ${await setAside(disk, path)}`);
        return null;
      });
      if (segment !== null) loaded.push(segment);
    }
    for (const segment of loaded.filter(({ damaged }) => damaged > 0)) {
      const copy = isDurable ? `: a copy is in ${await copyDamaged(segment)}` : ', and skips what is damaged';
      onProblem(`cannot read all of ${segment.path}${copy}`);
    }
    segments = loaded;
  };

  return {
    async load() {
      ({
        done,
        ahead: [...ahead],
        tried,
      } = await readProgress(disk, folder, onProblem));
      await loadAll();
      const last = Math.max(done, ...ahead, ...segments.map(({ entries }) => entries.at(-1)?.sequence ?? 0));
      const isAhead = new Set(ahead);
      for (const segment of segments)
        segment.entries = segment.entries.filter(({ sequence }) => sequence > done && !isAhead.has(sequence));
      await removeEmpty();
      return { last, tried };
    },
    async append(batch, since) {
      await makeRoom(false);
      await appendTo(await lastWithRoom(batch.sequence), batch, { since, isSynced: isDurable });
      if (bytesOfSegments(segments) > mostBytes) await shrink(mostBytes);
    },
    first: () => readEdge(0),
    last: () => readEdge(-1),
    async read(sequence) {
      for (const segment of segments) {
        const entry = segment.entries.find((one) => one.sequence === sequence);
        if (entry !== undefined) return readBatch(segment, entry);
      }
      return null;
    },
    sequences: () => segments.flatMap(({ entries }) => entries.map(({ sequence }) => sequence)),
    async saveTried(one) {
      tried = one;
      await savePosition(false);
    },
    async remove(sequence) {
      const [segment] = segments;
      if (segment === undefined || (segment.entries[0]?.sequence ?? 0) >= sequence) {
        done = Math.max(done, sequence);
        await forget((entry) => entry.sequence <= sequence);
      } else if (takeOut(segments, sequence)) {
        ahead.push(sequence);
        await removeEmpty();
      }
      await savePosition(false);
    },
    forget,
    state: () => ({
      batches: segments.reduce((sum, { entries }) => sum + entries.length, 0),
      bytes: bytesOfSegments(segments),
      oldest: segments[0]?.entries[0]?.time ?? null,
      isLow: isLow && segments.length > 0,
    }),
    async close() {
      await savePosition(true);
      const last = segments.at(-1);
      if (last !== undefined) await sealSegment(last);
    },
  };
}

/** False if it is in none of them. */
function takeOut(segments: readonly Segment[], sequence: number): boolean {
  for (const { entries } of segments) {
    const at = entries.findLastIndex((entry) => entry.sequence === sequence);
    if (at === -1) continue;
    entries.splice(at, 1);
    return true;
  }
  return false;
}
