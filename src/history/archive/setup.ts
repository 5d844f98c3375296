/** Environment and states of an archive. */
import type { Clock } from '../../core/host.ts';
import type { RenamedSeries } from '../../core/renamed-series.ts';
import type { Disk } from '../../core/files/disk.ts';
import type { SinceBoot } from './since-boot.ts';
import type { ArchiveLog } from './files/folder.ts';
import type { Bounds } from './keep/bounds.ts';
import type { LockProcesses } from './lock.ts';
import type { ProgramUse } from './top/program-use.ts';
import type { Describe } from './write/declared-series.ts';
import type { SampledPlugin } from './write/pending.ts';

/** Free space of the archive's disk, in bytes. */
export interface DiskRoom {
  readonly free: number;
  readonly total: number;
}

export interface ArchiveSetup {
  disk: Disk;
  path: string;
  /** Rejects with a system error. */
  room(path: string): Promise<DiskRoom>;
  clock: Clock;
  /** Distinguishes suspension from clock steps. Default: not possible. */
  sinceBoot?(): SinceBoot | null;
  processes: LockProcesses;
  /** Port of the server, named to others that want the folder. */
  port: number;
  plugins: readonly SampledPlugin[];
  describe: Describe;
  isKept(id: string): boolean;
  /** Accumulates use by programs; null: not recorded. */
  programs: ProgramUse | null;
  bounds: Bounds;
  /** Free space to keep, given the size of the disk. */
  minFree(total: number): number;
  flushMs: number;
  /** Delay after the full hour in milliseconds, so that hosts on one disk do not all write at once. */
  delayMs: number;
  /** Samples per series in memory. */
  memory: number;
  /** Former names of series. Default: those of this version. */
  renamed?: readonly RenamedSeries[];
  log: ArchiveLog;
  /** Called at most once, after earlier samples were restored to memory. */
  onRefilled?(): void;
  /** Called with marks for the timeline. Must not throw. */
  onMark(kind: MarkKind, detail: string | null): void;
}

type MarkKind = 'clock' | 'suspend' | 'paused' | 'resumed';

/**
 * - `starting`: not open yet. `ok`: working.
 * - `waiting`: another agent has the folder. `paused`: the disk is nearly full, or the clock is not set.
 * - `full`: no space on the disk or in the user's quota. `failing`: the folder is not writable.
 */
export const ARCHIVE_STATES = ['starting', 'ok', 'waiting', 'paused', 'full', 'failing', 'stopped'] as const;
export type ArchiveState = (typeof ARCHIVE_STATES)[number];

export interface ArchiveStatus {
  readonly state: ArchiveState;
  /** In words; null: it works. */
  readonly reason: string | null;
}
