/** Inputs of alert kinds that no plugin serves. `src/measure/probes/` reads most of them. */
import { defineFeed } from './failure-rule.ts';
import type { FileProblem } from './file-problems.ts';
import type { Forecasts } from './forecast.ts';
import type { Pool } from './pool.ts';

/** A mounted file system of this machine, and whether it can be written to. */
export interface MountHealth {
  readonly mountPoint: string;
  readonly device: string;
  /** By a mount option, or because the kernel stopped writing (`emergency_ro`). */
  readonly isReadOnly: boolean;
  /** Errors counted by ext4; null for other file systems. */
  readonly errors: number | null;
}
export const MOUNTS = defineFeed<readonly MountHealth[]>('mounts');

/** A process that the kernel killed because memory ran out. */
export interface OomVictim {
  readonly pid: number;
  readonly name: string;
  /** Resident memory in bytes; null if the kernel log omits it. */
  readonly bytes: number | null;
  /** Control group that reached its limit; null when the machine ran out of memory. */
  readonly limited: string | null;
  /** Control group of the process. */
  readonly cgroup: string | null;
}

/** A control group in which processes were killed. */
export interface OomGroup {
  readonly cgroup: string;
  readonly count: number;
}

/** Kills since the last value. */
export interface OomKills {
  readonly count: number;
  /** Those that the kernel log names. */
  readonly victims: readonly OomVictim[];
  /** Control groups of the others, where groups count kills. */
  readonly groups: readonly OomGroup[];
  /** Why the names of the others are unknown; null without others. */
  readonly unnamed: string | null;
}
export const OOM_KILLS = defineFeed<OomKills>('oom-kills');

/** A network interface that may carry the machine's traffic. */
interface NetworkLink {
  readonly name: string;
  /** Administratively up. */
  readonly isUp: boolean;
  readonly hasCarrier: boolean;
  readonly hasAddress: boolean;
}
export const LINKS = defineFeed<readonly NetworkLink[]>('links');

/** Synchronization of the clock. */
export interface ClockState {
  readonly isSynchronized: boolean;
  /** Offset in seconds, if known. */
  readonly offset: number;
}
export const CLOCK = defineFeed<ClockState>('clock');

export const POOLS = defineFeed<readonly Pool[]>('pools');

/** How the agent's previous run ended. */
export interface LastRun {
  /** The kernel's boot ID; null if unknown. */
  readonly boot: string | null;
  /** Last sign of life, milliseconds since the epoch. */
  readonly seenAt: number;
  /** It recorded a clean stop. */
  readonly hasStopped: boolean;
  /** The current boot ID; null if unknown. */
  readonly bootNow: string | null;
}
export const LAST_RUN = defineFeed<LastRun>('last-run');

/** `src/history/forecast/` makes them. */
export const FORECASTS = defineFeed<Forecasts>('forecasts');

export const FILE_PROBLEMS = defineFeed<readonly FileProblem[]>('file-problems');
