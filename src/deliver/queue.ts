/**
 * Batches that wait for one target, the oldest first. While the target takes them they stay in memory; once it does not,
 * they go to files, where they survive a restart. A queue that is full loses resolution, not its past: every second
 * batch of its older half is dropped.
 */
import type { Clock } from '../core/host.ts';
import { makeFolder } from '../files/make-folder.ts';
import { type Disk, nodeDisk } from '../files/disk.ts';
import { readTail } from '../files/read-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { ageMs } from './age.ts';
import {
  appendTo,
  type Entry,
  keepOf,
  loadSegment,
  newSegment,
  readBatch,
  removeSegment,
  sealSegment,
  type Segment,
} from './segment.ts';
import type { Batch } from './record.ts';

export interface QueueSetup {
  /** Holds the files of this queue alone; null: memory only. */
  folder: string | null;
  disk?: Disk;
  /** Bytes of its files. */
  mostBytes: number;
  /** A batch that is older is dropped. */
  maxAgeMs: number;
  /** Ages of what was put in this run follow the monotonic clock: steps of the other make nothing old. */
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Whether so little of the disk is left that others need it more. */
  isDiskLow?(folder: string): Promise<boolean>;
  /** Says once what goes wrong with the files. */
  onProblem(text: string): void;
}

export interface QueueState {
  readonly batches: number;
  readonly bytes: number;
  /** When the oldest was read; null: nothing waits. */
  readonly oldest: number | null;
  readonly dropped: { readonly full: number; readonly age: number };
  readonly thinned: number;
}

export interface Queue {
  /** Reads what waited when the agent ended. Never rejects. */
  load(): Promise<void>;
  put(batch: Omit<Batch, 'sequence'>): Promise<void>;
  /** The oldest; null: nothing waits. */
  first(): Promise<Batch | null>;
  /** A batch is done, sent or not. */
  remove(batch: Pick<Batch, 'sequence'>): Promise<void>;
  /** The target does not take anything now: what waits goes to files. */
  park(): Promise<void>;
  state(): QueueState;
  /** Writes what waits in memory to files. */
  close(): Promise<void>;
}

interface Waiting extends Batch {
  /** Monotonic milliseconds: when it began to wait. */
  readonly since: number;
}

const SEGMENT_BYTES = 4 * 1024 * 1024;
/** Where there are no files, or they cannot be written. */
const MEMORY_BYTES = 8 * 1024 * 1024;
const POSITION = 'position.json';
const POSITION_MS = 1000;

export function createQueue(setup: QueueSetup): Queue {
  const { folder, disk = nodeDisk, mostBytes, maxAgeMs, clock, isDiskLow, onProblem } = setup;
  let memory: Waiting[] = [];
  let segments: Segment[] = [];
  let isParked = false;
  let next = 1;
  let done = 0;
  let positionAt = Number.NEGATIVE_INFINITY;
  let isBroken = false;
  let isLow = false;
  const dropped = { full: 0, age: 0 };
  let thinned = 0;
  /** File operations one after the other. */
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };

  const diskBytes = (): number => segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const memoryBytes = (): number => memory.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const segmentBytes = Math.min(SEGMENT_BYTES, Math.max(4096, Math.floor(mostBytes / 8)));

  const broken = (error: unknown): void => {
    if (!isBroken)
      onProblem(
        `cannot write to ${folder} (${(error as Error).message}): what waits is kept in memory, ${MEMORY_BYTES / 1024 / 1024} MiB at most`,
      );
    isBroken = true;
  };

  /** Where files cannot hold it, the oldest make room. */
  const boundMemory = (): void => {
    while (memoryBytes() > MEMORY_BYTES) dropped.full += memory.shift()?.samples ?? 0;
  };

  const write = async (batch: Waiting): Promise<void> => {
    let last = segments.at(-1);
    if (last === undefined || last.bytes >= segmentBytes) {
      if (last !== undefined) {
        await sealSegment(last);
        await makeRoom();
      }
      last = newSegment(disk, `${folder}/${String(batch.sequence).padStart(16, '0')}.queue`);
      segments.push(last);
    }
    await appendTo(last, batch, batch.since);
    if (diskBytes() > mostBytes) await thin(mostBytes);
  };

  /** The first segments, up to half of all bytes. */
  const olderHalf = (): Segment[] => {
    let bytes = 0;
    const most = diskBytes() / 2;
    const older = segments.filter((segment) => (bytes += segment.bytes) <= most);
    return older.length > 0 ? older : segments.slice(0, 1);
  };

  /** Halves what is largest in the older half, so that resolution falls evenly; what is being appended to stays. */
  const thin = async (most: number): Promise<void> => {
    while (segments.length > 1 && diskBytes() > most) {
      const older = olderHalf();
      const largest = older.reduce((found, segment) => (segment.bytes > found.bytes ? segment : found));
      const before = largest.entries.length;
      // A segment that cannot be halved any more goes as a whole.
      dropped.full += await keepOf(largest, (_, index) => before > 1 && index % 2 === 0);
      thinned += before - largest.entries.length;
      await dropEmpty();
    }
  };

  /** Half of what waits is given up where the disk is nearly full. */
  const makeRoom = async (): Promise<void> => {
    if (folder === null || isDiskLow === undefined) return;
    const wasLow = isLow;
    isLow = await isDiskLow(folder).catch(() => false);
    if (!isLow) return;
    if (!wasLow) onProblem(`gives up half of what waits in ${folder}: the disk is nearly full`);
    await thin(diskBytes() / 2);
  };

  const dropEmpty = async (): Promise<void> => {
    // A file that stays is passed over by the next run, which knows what is done.
    for (const segment of segments.filter(({ entries }) => entries.length === 0))
      await removeSegment(segment).catch(broken);
    segments = segments.filter(({ entries }) => entries.length > 0);
    if (segments.length === 0 && memory.length === 0) isParked = false;
  };

  /** Moves what is in memory to files. */
  const spill = async (): Promise<void> => {
    if (folder === null) return boundMemory();
    try {
      await makeFolder(disk, folder);
      while (memory[0] !== undefined) {
        await write(memory[0]);
        memory.shift();
      }
      isBroken = false;
    } catch (error) {
      broken(error);
      boundMemory();
    }
  };

  const savePosition = async (isForced: boolean): Promise<void> => {
    if (
      folder === null ||
      segments.length === 0 ||
      (!isForced && clock.monotonic() - positionAt < POSITION_MS)
    )
      return;
    positionAt = clock.monotonic();
    await replaceFile(`${folder}/${POSITION}`, JSON.stringify({ done }), { disk }).catch(broken);
  };

  /** Forgets entries at the front. */
  const forget = async (isGone: (entry: Entry) => boolean): Promise<number> => {
    let samples = 0;
    for (const segment of segments) {
      while (segment.entries[0] !== undefined && isGone(segment.entries[0]))
        samples += segment.entries.shift()?.samples ?? 0;
      if (segment.entries.length > 0) break;
    }
    await dropEmpty();
    return samples;
  };

  const expire = async (): Promise<void> => {
    const oldest = clock.monotonic() - maxAgeMs;
    dropped.age += await forget(({ since }) => since < oldest);
    while (memory[0] !== undefined && memory[0].since < oldest) dropped.age += memory.shift()?.samples ?? 0;
  };

  return {
    load: () =>
      inTurn(async () => {
        if (folder === null) return;
        const names = await disk.readdir(folder).catch(() => []);
        done = await readPosition(disk, `${folder}/${POSITION}`);
        const since = (date: number): number => clock.monotonic() - ageMs(date, clock.now());
        for (const name of names.filter((name) => /^\d{16}\.queue$/.test(name)).sort())
          segments.push(
            await loadSegment(disk, `${folder}/${name}`, since).catch(() =>
              newSegment(disk, `${folder}/${name}`),
            ),
          );
        next =
          Math.max(done, ...segments.flatMap(({ entries }) => entries.map(({ sequence }) => sequence))) + 1;
        await forget(({ sequence }) => sequence <= done);
        isParked = segments.length > 0;
      }).catch(broken),
    put: (given) =>
      inTurn(async () => {
        memory.push({ ...given, sequence: next, since: clock.monotonic() });
        next += 1;
        await (isParked ? spill() : boundMemory());
      }),
    first: () =>
      inTurn(async () => {
        await expire();
        for (let [segment] = segments; segment !== undefined; [segment] = segments) {
          const [entry] = segment.entries;
          const batch = entry === undefined ? null : await readBatch(segment, entry);
          if (batch !== null) return batch;
          dropped.full += entry?.samples ?? 0;
          segment.entries.shift();
          await dropEmpty();
        }
        return memory[0] ?? null;
      }),
    remove: ({ sequence }) =>
      inTurn(async () => {
        done = Math.max(done, sequence);
        memory = memory.filter((batch) => batch.sequence !== sequence);
        await forget((entry) => entry.sequence <= sequence);
        await savePosition(false);
      }),
    park: () =>
      inTurn(async () => {
        isParked = true;
        await spill();
      }),
    state: () => ({
      batches: memory.length + segments.reduce((sum, { entries }) => sum + entries.length, 0),
      bytes: memoryBytes() + diskBytes(),
      oldest: segments[0]?.entries[0]?.time ?? memory[0]?.time ?? null,
      dropped: { ...dropped },
      thinned,
    }),
    close: () =>
      inTurn(async () => {
        if (memory.length > 0) await spill();
        await savePosition(true);
        const last = segments.at(-1);
        if (last !== undefined) await sealSegment(last);
      }),
  };
}

const MOST_POSITION = 1024;

async function readPosition(disk: Disk, path: string): Promise<number> {
  try {
    const tail = await readTail(path, MOST_POSITION, disk);
    const { done } = JSON.parse(tail?.bytes.toString('utf8') ?? '{}') as { done?: unknown };
    return typeof done === 'number' && Number.isSafeInteger(done) ? done : 0;
  } catch {
    return 0;
  }
}
