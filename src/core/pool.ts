/** Pools of disks that file systems manage by themselves: outside the published API, which knows Linux's own arrays only. */
import type { Level } from './level-rule.ts';

export interface Pool {
  readonly type: 'zfs' | 'btrfs';
  /** Name of the ZFS pool; label of the btrfs file system, its UUID where it has none. */
  readonly name: string;
  /** UUID; null with ZFS, whose kernel files do not tell it. */
  readonly uuid: string | null;
  /** State in the words of ZFS (ONLINE, DEGRADED, FAULTED, SUSPENDED, …); btrfs is ONLINE, or DEGRADED if a device is missing. */
  readonly state: string;
  /** Devices it should have, and how many of them are missing; null with ZFS. */
  readonly devices: number | null;
  readonly missing: number | null;
  /** Errors of all devices since the counters were reset; null where the kernel does not count them for everybody to read. */
  readonly errors: number | null;
  readonly level: Level;
}
