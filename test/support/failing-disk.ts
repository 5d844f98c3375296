/** A disk that fails at a given call, and a helper that tries every call in turn. */
import type { Disk, DiskFile } from '../../src/core/files/disk.ts';
import { isFull } from './full-run.ts';
import type { MemoryDisk } from './memory-disk.ts';

/**
 * - `ENOSPC`, `EIO`: one call fails.
 * - `full`: from this call on, nothing that needs room works.
 * - `short`: one write takes half of its bytes.
 * - `end`: the process ends in this call: of a write half gets through, nothing that follows happens.
 */
export type Fault = 'ENOSPC' | 'EIO' | 'full' | 'short' | 'end';

const FAULTS: readonly Fault[] = ['ENOSPC', 'EIO', 'full', 'short', 'end'];
const NEEDS_ROOM = /^(open|mkdir|write|rename) /;

interface FailingDisk extends Disk {
  /** `write /state/a.new`, in order. */
  readonly calls: readonly string[];
}

/** Fails at call number `at`, counted from 0. Without a fault it only counts. */
export function createFailingDisk(disk: Disk, at = Infinity, fault: Fault = 'EIO'): FailingDisk {
  const calls: string[] = [];
  const hasEnded = (): boolean => fault === 'end' && calls.length > at + 1;

  /** Null: the call happens. */
  function faultOf(call: string): Fault | null {
    const index = calls.push(call) - 1;
    if (hasEnded()) return 'end';
    if (fault === 'full') return index >= at && NEEDS_ROOM.test(call) ? 'ENOSPC' : null;
    return index === at ? fault : null;
  }

  async function attempt<Result>(call: string, act: () => Promise<Result>): Promise<Result> {
    const met = faultOf(call);
    if (met === null || met === 'short') return act();
    throw Object.assign(new Error(`${met}: ${call}`), { code: met });
  }

  const failingFile = (file: DiskFile, path: string): DiskFile => ({
    async write(bytes, offset, length, position) {
      const met = faultOf(`write ${path}`);
      const half = Math.floor(length / 2);
      const isPartial = met === 'short' || (met === 'end' && calls.length === at + 1);
      const written = isPartial ? await file.write(bytes, offset, half, position) : null;
      if (met === 'short' && written !== null) return written;
      if (met !== null) throw Object.assign(new Error(`${met}: write ${path}`), { code: met });
      return file.write(bytes, offset, length, position);
    },
    read: (...asked) => attempt(`read ${path}`, () => file.read(...asked)),
    truncate: (size) => attempt(`truncate ${path}`, () => file.truncate(size)),
    datasync: () => attempt(`datasync ${path}`, () => file.datasync()),
    sync: () => attempt(`sync ${path}`, () => file.sync()),
    chmod: (mode) => attempt(`chmod ${path}`, () => file.chmod(mode)),
    chown: (uid, gid) => attempt(`chown ${path}`, () => file.chown(uid, gid)),
    stat: () => attempt(`stat ${path}`, () => file.stat()),
    // As close(2) does: a descriptor is free, whatever it returns, and that of a process ends with it.
    close: () => attempt(`close ${path}`, async () => {}).finally(() => file.close()),
  });

  return {
    calls,
    open: (path, flags, mode) =>
      attempt(`open ${path}`, async () => failingFile(await disk.open(path, flags, mode), path)),
    mkdir: (path) => attempt(`mkdir ${path}`, () => disk.mkdir(path)),
    readdir: (path) => attempt(`readdir ${path}`, () => disk.readdir(path)),
    stat: (path) => attempt(`stat ${path}`, () => disk.stat(path)),
    rename: (from, to) => attempt(`rename ${from} ${to}`, () => disk.rename(from, to)),
    unlink: (path) => attempt(`unlink ${path}`, () => disk.unlink(path)),
  };
}

/** Outcome of work with one fault. */
export interface FaultOutcome {
  /** `ENOSPC at write /state/a.new`, for messages. */
  name: string;
  fault: Fault;
  /** Null when the work resolved. */
  error: unknown;
  /** As the next process finds it. */
  disk: MemoryDisk;
  /** The disk after a power cut at this moment, in two variants. */
  cuts: readonly [MemoryDisk, MemoryDisk];
}

/**
 * Does the work once for every call that it makes and every way in which the call can fail, each time on a disk of its
 * own, and has each outcome checked. Each call fails in `waysPerCall` ways only, in turn: by default two, in the full run all. Resolves with the
 * number of outcomes.
 */
export async function failAtEveryCall(
  makeDisk: () => MemoryDisk | Promise<MemoryDisk>,
  work: (disk: Disk) => Promise<unknown>,
  check: (outcome: FaultOutcome) => void | Promise<void>,
  waysPerCall = isFull ? FAULTS.length : 2,
): Promise<number> {
  const whole = createFailingDisk(await makeDisk());
  await work(whole);
  let outcomes = 0;
  for (let at = 0; at < whole.calls.length; at += 1) {
    for (let way = 0; way < waysPerCall; way += 1) {
      const fault = FAULTS[(at * waysPerCall + way) % FAULTS.length] as Fault;
      const disk = await makeDisk();
      const failing = createFailingDisk(disk, at, fault);
      const error: unknown = await work(failing).then(
        () => null,
        (reason: unknown) => reason ?? new Error('rejected with nothing'),
      );
      const cuts = [disk.afterPowerCut('early'), disk.afterPowerCut('late')] as const;
      await check({ name: `${fault} at ${failing.calls[at]}`, fault, error, disk, cuts });
      outcomes += 1;
    }
  }
  return outcomes;
}
