/** The surroundings of an archive, and the states that it can be in. */
import type { Clock } from '../../core/host.ts';
import type { RenamedSeries } from '../../core/renamed-series.ts';
import type { Turns } from '../../core/turns.ts';
import type { Disk } from '../../core/files/disk.ts';
import type { SinceBoot } from './events/since-boot.ts';
import type { ArchiveLog } from './files/folder.ts';
import type { Bounds } from './keep/retention.ts';
import type { Processes } from './lock.ts';
import type { ProgramUse } from './top/program-use.ts';
import type { Describe } from './write/declared-series.ts';
import type { SampledPlugin } from './write/pending.ts';

/** Room of the disk that holds the archive, in bytes. */
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
  /** Tells a suspended machine from a clock that was set; default: nothing does. */
  sinceBoot?(): SinceBoot | null;
  turns: Turns;
  processes: Processes;
  /** Of the server, to be named to others that want the same folder. */
  port: number;
  plugins: readonly SampledPlugin[];
  describe: Describe;
  isKept(id: string): boolean;
  /** Adds up the use by programs; null: it is not kept. */
  programs: ProgramUse | null;
  bounds: Bounds;
  /** Room that is left to others, given the size of the disk. */
  minFree(total: number): number;
  flushMs: number;
  /** Milliseconds after the full hour at which it is closed: machines on one disk do not all write at once. */
  delayMs: number;
  /** Samples that memory holds of each series. */
  memory: number;
  /** Names that series had; those of this version where it is not given. */
  renamed?: readonly RenamedSeries[];
  log: ArchiveLog;
  /** Memory has its earlier samples back. Called once at most. */
  onRefilled?(): void;
  /** Told of what should be seen on the time line. Must not throw. */
  onMark(kind: MarkKind, detail: string | null): void;
}

export type MarkKind = 'clock' | 'suspend' | 'paused' | 'resumed';

/**
 * - `starting`: not open yet. `ok`: it works.
 * - `waiting`: another agent has the folder. `paused`: the disk is nearly full, or the clock is not set.
 * - `full`: there is no room at all, on the disk or in the quota of the user. `failing`: the folder cannot be written.
 */
export type ArchiveState = 'starting' | 'ok' | 'waiting' | 'paused' | 'full' | 'failing' | 'stopped';

export interface ArchiveStatus {
  readonly state: ArchiveState;
  /** In words; null when it works. */
  readonly reason: string | null;
}
