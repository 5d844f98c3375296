/**
 * Access to the host. Everything Gander knows about it comes through this interface, so a recorded file tree, a mounted root
 * (`--rootfs`) and the running host look alike.
 */
import type { Clock } from './host/clock.ts';
import type { Files } from './host/files.ts';
import type { Graphics } from './host/graphics.ts';
import type { KernelClock } from './host/kernel-clock.ts';
import type { HostNetwork } from './host/network.ts';
import type { Programs } from './host/programs.ts';

export type * from './host/clock.ts';
export type * from './host/files.ts';
export type * from './host/graphics.ts';
export type * from './host/http-service.ts';
export type * from './host/kernel-clock.ts';
export type * from './host/message-bus.ts';
export type * from './host/network.ts';
export type * from './host/programs.ts';

export interface Host extends Files, Programs, HostNetwork, Graphics, KernelClock {
  /** True when the watched host is this machine seen from its own root, not a mounted or recorded tree. */
  readonly isLocal: boolean;
  /** Hardware name as of `uname -m` (`x86_64`, `aarch64`). */
  readonly machine: string;
  /** Bytes in a memory page; `/proc/<pid>/statm` counts in pages. */
  readonly pageSize: number;
  readonly clock: Clock;
  /** An environment variable of this process; undefined when unset or empty. */
  variable(name: string): string | undefined;
  /** This host for one reader, whose calls never block. Absent where all calls return at once, or may wait. */
  reader?(name: string): HostReader;
}

/** Host for one reader: blocking calls are made in the thread pool, before the reader needs their results. */
export interface HostReader {
  /** Its calls never block. A file that may block and is not there yet throws `NotFetched`. */
  readonly host: Host;
  /** Files that were not there, since the beginning. */
  readonly missed: number;
  /** Fetches what the last reading used; undefined: nothing. Pending while a call hangs. */
  fetch(): Promise<void> | undefined;
  /** Fetches what was missed. */
  fetchMissed(): Promise<void>;
  /** Paths that have not answered yet. */
  awaited(): string[];
}
