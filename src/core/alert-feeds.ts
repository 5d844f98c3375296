/** Feeds of alert kinds about this machine: values that no plugin serves. `src/measure/probes/` reads most of them. */
import { defineFeed } from './alert-kind.ts';
import type { Forecasts } from './forecast.ts';
import type { Pool } from './pool.ts';

/** A mounted file system of this machine, and whether it can be written to. */
export interface MountHealth {
  readonly mountPoint: string;
  readonly device: string;
  /** By a mount option, or since the kernel has stopped writing (`emergency_ro`). */
  readonly isReadOnly: boolean;
  /** Errors that ext4 has counted; null: the file system does not count them. */
  readonly errors: number | null;
}
export const MOUNTS = defineFeed<readonly MountHealth[]>('mounts');

/** A process that the kernel killed because memory ran out. */
export interface OomVictim {
  readonly pid: number;
  readonly name: string;
  /** Resident memory in bytes; null where the kernel log does not state it. */
  readonly bytes: number | null;
  /** Control group whose limit was reached; null: the memory of the machine. */
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
  /** As many of them as the kernel log names. */
  readonly victims: readonly OomVictim[];
  /** Groups of the others, as far as groups count kills. */
  readonly groups: readonly OomGroup[];
  /** Why the names of the others are unknown; null: there are no others. */
  readonly unnamed: string | null;
}
export const OOM_KILLS = defineFeed<OomKills>('oom-kills');

/** A network interface that may carry traffic of the machine. */
export interface NetworkLink {
  readonly name: string;
  /** An administrator has not shut it down. */
  readonly isUp: boolean;
  readonly hasCarrier: boolean;
  readonly hasAddress: boolean;
}
export const LINKS = defineFeed<readonly NetworkLink[]>('links');

/** How well the clock is kept. */
export interface ClockState {
  readonly isSynchronized: boolean;
  /** Seconds that it is off, as far as that is known. */
  readonly offset: number;
}
export const CLOCK = defineFeed<ClockState>('clock');

export const POOLS = defineFeed<readonly Pool[]>('pools');

/** How the run of the agent before ended. */
export interface LastRun {
  /** The kernel's random name of the boot; null: not known. */
  readonly boot: string | null;
  /** Milliseconds since the epoch: the last moment in which it was seen. */
  readonly seenAt: number;
  /** It said that it stopped. */
  readonly hasStopped: boolean;
  /** The boot of now; null: not known. */
  readonly bootNow: string | null;
}
export const LAST_RUN = defineFeed<LastRun>('last-run');

/** `src/keep/forecast/` makes them. */
export const FORECASTS = defineFeed<Forecasts>('forecasts');
