/** Batches waiting for a target, oldest first. In memory while the target accepts them, then in files, where they survive a restart. */
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import type { OnFull } from './drop-some.ts';
import { type Tried, UNTRIED } from './progress-file.ts';
import type { Batch } from './record.ts';
import { createWaitingFiles, type FilesState } from './waiting-files.ts';

export interface QueueSetup {
  /** Folder for the files of this queue only; null: memory only. */
  folder: string | null;
  disk?: Disk;
  /** Size of its files in bytes. */
  mostBytes: number;
  /** Chooses the batches that are dropped beyond that size. */
  onFull?: OnFull;
  /** Older batches are dropped. */
  maxAgeMs: number;
  /** Ages of batches from this run use the monotonic clock, so that clock steps do not expire them. */
  clock: Pick<Clock, 'now' | 'monotonic' | 'settled' | 'setTimer'>;
  /**
   * Few, important batches: written to files at once, each change survives a power cut, and damaged files are copied before they are
   * cut.
   */
  isDurable?: boolean;
  /** True if the disk is nearly full. */
  isDiskLow?(folder: string): Promise<boolean>;
  /** Reports each problem with the files once. */
  onProblem(text: string): void;
  /** Called when the files can be written again. */
  onSolved?(text: string): void;
}

/** A batch and the number of its failed attempts. */
export interface QueuedBatch extends Batch {
  readonly attempts: number;
}

export interface QueueState {
  readonly batches: number;
  readonly bytes: number;
  /** Time of the oldest batch; null: the queue is empty. */
  readonly oldest: number | null;
  readonly dropped: { readonly full: number; readonly age: number };
  readonly thinned: number;
  /** True while batches wait for a disk that is nearly full or cannot be written. */
  readonly problem: string | null;
}

export interface Queue {
  /** Reads the batches that an earlier run left. Never rejects. */
  load(): Promise<void>;
  /** Returns the number of the batch. @param ageMs time it has already waited elsewhere */
  put(batch: Omit<Batch, 'sequence'>, ageMs?: number): Promise<number>;
  /** Returns the oldest batch; null: the queue is empty. */
  first(): Promise<QueuedBatch | null>;
  /** Returns the newest batch. */
  last(): Promise<QueuedBatch | null>;
  /** Null if it is gone or damaged. */
  read(sequence: number): Promise<Batch | null>;
  /** Numbers of waiting entries, the oldest first. */
  sequences(): readonly number[];
  /** Records a failed attempt. Returns the number of failed attempts, including those of earlier runs. */
  tried(batch: Pick<Batch, 'sequence'>): Promise<number>;
  /** Marks a batch as finished, sent or not. */
  remove(batch: Pick<Batch, 'sequence'>): Promise<void>;
  /** Drops batches that have waited longer. Returns their numbers. */
  dropOlder(ms: number): Promise<readonly number[]>;
  /** Called when the target is unreachable: waiting batches are moved to files. */
  park(): Promise<void>;
  state(): QueueState;
  /** Writes waiting batches from memory to files. */
  close(): Promise<void>;
}

interface Waiting extends Batch {
  /** Start of its wait in monotonic milliseconds. */
  readonly since: number;
}

/** Used if there are no files, or they cannot be written. */
const MEMORY_BYTES = 8 * 1024 * 1024;
/** A full disk is tried again even if nothing new is queued. */
const RETRY_MS = 30_000;
const IN_MEMORY = `kept in memory, ${MEMORY_BYTES / 1024 / 1024} MiB at most`;
const DISK_LOW = 'the disk is nearly full, so half of what waits is dropped';

export function createQueue({ folder, disk = nodeDisk, onFull = 'thin', ...setup }: QueueSetup): Queue {
  const { maxAgeMs, clock, isDurable = false, onProblem } = setup;
  const memory: Waiting[] = [];
  let isParked = isDurable;
  let tried: Tried = UNTRIED;
  let cancelRetry = (): void => {};
  let next = 1;
  let broken: string | null = null;
  /** False while files of an earlier run cannot be read: nothing is written then, so that their batches are not lost. */
  let isLoaded = folder === null;
  const lost = { full: 0, age: 0, thinned: 0 };
  /** Runs file operations one after the other. */
  const inTurn = createMutex();

  const say = (text: string): void => {
    if (broken === null) onProblem(text);
    broken = text;
  };
  const onBroken = (error: unknown): void =>
    say(`cannot write to ${folder} (${reasonOf(error)}): what waits is ${IN_MEMORY}`);
  const solved = (): void => {
    if (broken !== null) setup.onSolved?.(`writes what waits to ${folder} again`);
    broken = null;
  };
  const onUnreadable = (error: unknown): void =>
    say(`cannot read ${folder} (${reasonOf(error)}): it stays as it is, and new values are ${IN_MEMORY}`);

  const files =
    folder === null
      ? null
      : createWaitingFiles({ ...setup, isDurable, folder, disk, onFull, lost, onBroken });
  const inFiles = (): FilesState => files?.state() ?? { batches: 0, bytes: 0, oldest: null, isLow: false };
  const memoryBytes = (): number => memory.reduce((sum, { bytes }) => sum + bytes.length, 0);

  /** If the files are full, the oldest batches make room. */
  const boundMemory = (): void => {
    while (memoryBytes() > MEMORY_BYTES) lost.full += memory.shift()?.samples ?? 0;
  };

  /** False if files cannot be read. */
  const load = async (): Promise<boolean> => {
    if (isLoaded) return true;
    try {
      const loaded = await files?.load();
      next = Math.max(next, (loaded?.last ?? 0) + 1);
      tried = loaded?.tried ?? UNTRIED;
      isLoaded = true;
      solved();
      isParked ||= inFiles().batches > 0;
    } catch (error) {
      onUnreadable(error);
      // Larger than any number in the files.
      next = Math.max(next, Math.floor(clock.now()) * 1000);
    }
    return isLoaded;
  };

  /** Moves batches from memory to files. */
  const spill = async (): Promise<void> => {
    if (files === null || !(await load())) return boundMemory();
    cancelRetry();
    try {
      while (memory[0] !== undefined) {
        await files.append(memory[0], memory[0].since);
        memory.shift();
      }
      solved();
    } catch (error) {
      onBroken(error);
      boundMemory();
      cancelRetry = clock.setTimer(() => void inTurn(spill), RETRY_MS);
    }
  };

  const dropOlder = async (ms: number): Promise<readonly number[]> => {
    const oldest = clock.monotonic() - ms;
    const gone: Omit<Batch, 'bytes'>[] = [...((await files?.forget(({ since }) => since < oldest)) ?? [])];
    for (let [first] = memory; first !== undefined && first.since < oldest; [first] = memory) {
      gone.push(first);
      memory.shift();
    }
    lost.age += gone.reduce((sum, { samples }) => sum + samples, 0);
    unpark();
    return gone.map(({ sequence }) => sequence);
  };

  /** Also null if no file can be opened now. */
  const taken = (take: () => Promise<Batch | null>): Promise<QueuedBatch | null> =>
    inTurn(async () => {
      await dropOlder(maxAgeMs);
      const batch = await take();
      return batch && { ...batch, attempts: batch.sequence === tried.sequence ? tried.attempts : 0 };
    }).catch((error) => {
      onUnreadable(error);
      return null;
    });

  /** Once the queue is empty, new batches stay in memory again. */
  const unpark = (): void => {
    if (memory.length === 0 && inFiles().batches === 0) isParked = isDurable;
  };

  return {
    load: () => inTurn(load).then(() => undefined),
    put: (given, ageMs = 0) =>
      inTurn(async () => {
        await load();
        const sequence = next;
        next += 1;
        memory.push({ ...given, sequence, since: clock.monotonic() - ageMs });
        await (isParked ? spill() : boundMemory());
        return sequence;
      }),
    first: () => taken(async () => (await files?.first()) ?? memory[0] ?? null),
    last: () => taken(async () => memory.at(-1) ?? (await files?.last()) ?? null),
    read: (sequence) =>
      inTurn(
        async () => memory.find((batch) => batch.sequence === sequence) ?? files?.read(sequence) ?? null,
      ),
    sequences: () => [...(files?.sequences() ?? []), ...memory.map(({ sequence }) => sequence)],
    tried: ({ sequence }) =>
      inTurn(async () => {
        tried = { sequence, attempts: (sequence === tried.sequence ? tried.attempts : 0) + 1 };
        if (isLoaded) await files?.saveTried(tried);
        return tried.attempts;
      }),
    remove: ({ sequence }) =>
      inTurn(async () => {
        const at = memory.findLastIndex((batch) => batch.sequence === sequence);
        if (at === -1) await files?.remove(sequence);
        else memory.splice(at, 1);
        unpark();
      }),
    dropOlder: (ms) => inTurn(() => dropOlder(ms)),
    park: () =>
      inTurn(async () => {
        isParked = true;
        await spill();
      }),
    state() {
      const { batches, bytes, oldest, isLow } = inFiles();
      return {
        batches: batches + memory.length,
        bytes: bytes + memoryBytes(),
        oldest: oldest ?? memory[0]?.time ?? null,
        dropped: { full: lost.full, age: lost.age },
        thinned: lost.thinned,
        // While nothing can be written, nothing there is dropped.
        problem: (isParked || !isLoaded ? broken : null) ?? (isLow ? DISK_LOW : null),
      };
    },
    close: () =>
      inTurn(async () => {
        if (memory.length > 0) await spill();
        cancelRetry();
        await files?.close();
      }),
  };
}
