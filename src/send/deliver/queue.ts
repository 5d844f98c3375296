/**
 * Batches that wait for one target, the oldest first. While the target takes them they stay in memory; once it does not,
 * they go to files, where they survive a restart.
 */
import type { Clock } from '../../core/host.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import type { OnFull } from './drop-some.ts';
import { type Tried, UNTRIED } from './position.ts';
import type { Batch } from './record.ts';
import { createWaitingFiles, type FilesState } from './waiting-files.ts';

export interface QueueSetup {
  /** Holds the files of this queue alone; null: memory only. */
  folder: string | null;
  disk?: Disk;
  /** Bytes of its files. */
  mostBytes: number;
  /** Which batches are dropped when they are more than that. */
  onFull?: OnFull;
  /** A batch that is older is dropped. */
  maxAgeMs: number;
  /** Ages of what was put in this run follow the monotonic clock: steps of the other make nothing old. */
  clock: Pick<Clock, 'now' | 'monotonic' | 'setTimer'>;
  /**
   * Batches that are few and matter one by one: they go to files at once, each change survives a power cut, and damaged files
   * are copied before anything is cut off.
   */
  isDurable?: boolean;
  /** Whether so little of the disk is left that others need it more. */
  isDiskLow?(folder: string): Promise<boolean>;
  /** Says once what goes wrong with the files. */
  onProblem(text: string): void;
  /** The files can be written again. */
  onSolved?(text: string): void;
}

/** A batch and the number of tries that failed. */
export interface QueuedBatch extends Batch {
  readonly tries: number;
}

export interface QueueState {
  readonly batches: number;
  readonly bytes: number;
  /** When the oldest was read; null: nothing waits. */
  readonly oldest: number | null;
  readonly dropped: { readonly full: number; readonly age: number };
  readonly thinned: number;
  /** A disk that is nearly full or cannot be written, while something waits for it. */
  readonly problem: string | null;
}

export interface Queue {
  /** Reads what waited when the agent ended. Never rejects. */
  load(): Promise<void>;
  /** The number of the batch. @param ageMs how long it has waited elsewhere */
  put(batch: Omit<Batch, 'sequence'>, ageMs?: number): Promise<number>;
  /** The oldest; null: nothing waits. */
  first(): Promise<QueuedBatch | null>;
  /** The newest. */
  last(): Promise<QueuedBatch | null>;
  /** Null: it is gone, or damaged. */
  read(sequence: number): Promise<Batch | null>;
  /** Numbers of waiting entries, the oldest first. */
  sequences(): readonly number[];
  /** The target did not take a batch. The number of tries that failed, those of earlier runs included. */
  tried(batch: Pick<Batch, 'sequence'>): Promise<number>;
  /** A batch is done, sent or not. */
  remove(batch: Pick<Batch, 'sequence'>): Promise<void>;
  /** Drops what has waited longer. The numbers of those batches. */
  dropOlder(ms: number): Promise<readonly number[]>;
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

/** Where there are no files, or they cannot be written. */
const MEMORY_BYTES = 8 * 1024 * 1024;
/** A disk that was full is tried again, although nothing new waits. */
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
  /** False while files of an earlier run cannot be read: they are not written then, and what waits there is not lost. */
  let isLoaded = folder === null;
  const lost = { full: 0, age: 0, thinned: 0 };
  /** File operations one after the other. */
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };

  const say = (text: string): void => {
    if (broken === null) onProblem(text);
    broken = text;
  };
  const onBroken = (error: unknown): void =>
    say(`cannot write to ${folder} (${(error as Error).message}): what waits is ${IN_MEMORY}`);
  const solved = (): void => {
    if (broken !== null) setup.onSolved?.(`writes what waits to ${folder} again`);
    broken = null;
  };
  const onUnreadable = (error: unknown): void =>
    say(
      `cannot read ${folder} (${(error as Error).message}): it stays as it is, and new values are ${IN_MEMORY}`,
    );

  const files =
    folder === null
      ? null
      : createWaitingFiles({ ...setup, isDurable, folder, disk, onFull, lost, onBroken });
  const inFiles = (): FilesState => files?.state() ?? { batches: 0, bytes: 0, oldest: null, isLow: false };
  const memoryBytes = (): number => memory.reduce((sum, { bytes }) => sum + bytes.length, 0);

  /** Where files cannot hold it, the oldest make room. */
  const boundMemory = (): void => {
    while (memoryBytes() > MEMORY_BYTES) lost.full += memory.shift()?.samples ?? 0;
  };

  /** False where files cannot be read. */
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
      // Beyond all numbers that the files may have.
      next = Math.max(next, Math.floor(clock.now()) * 1000);
    }
    return isLoaded;
  };

  /** Moves what is in memory to files. */
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

  /** Null as well where no file can be opened now. */
  const taken = (take: () => Promise<Batch | null>): Promise<QueuedBatch | null> =>
    inTurn(async () => {
      await dropOlder(maxAgeMs);
      const batch = await take();
      return batch && { ...batch, tries: batch.sequence === tried.sequence ? tried.tries : 0 };
    }).catch((error: unknown) => {
      onUnreadable(error);
      return null;
    });

  /** Once nothing waits, what comes next stays in memory again. */
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
        tried = { sequence, tries: (sequence === tried.sequence ? tried.tries : 0) + 1 };
        if (isLoaded) await files?.saveTried(tried);
        return tried.tries;
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
