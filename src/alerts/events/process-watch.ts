/** The part of the process list that culprits are counted from. */
import type { RankingKey } from '../../core/event.ts';
import type { Owner, UsedProcess } from '../../history/archive/top/program-use.ts';
import type { CpuUse } from '../../measure/sources/processes/cpu-ledger.ts';
import type { Traffic } from './network-use.ts';

/** One scan of the process list. */
export interface WatchedScan {
  readonly entries: readonly Pick<
    UsedProcess,
    'pid' | 'name' | 'memory_info' | 'io_counters' | 'time_since_update'
  >[];
  readonly cpu: readonly CpuUse[];
  /** Seconds of CPU time of processes that no scan has seen. */
  readonly ended: number;
  readonly majorFaults: ReadonlyMap<number, number>;
}

export interface ProcessWatch {
  /** The last scan; null: none yet. */
  scan(): WatchedScan | null;
  /** Unit and container of a process; null: not known. */
  ownerOf(pid: number): Owner | null;
  /** Name of the user who runs a process; null: not known. */
  userOf(pid: number): string | null;
  /** Display name of a container of {@link Owner}. */
  containerName(id: string): string;
  /** Reads the swap of a process in bytes; null while the host uses no swap. */
  swapReader(): ((pid: number) => number | null) | null;
  /** Latest rates of interfaces and containers. */
  traffic(): Traffic;
  /** Orders the process list, where the configuration leaves it open; null: as without events. */
  sortBy(key: RankingKey | null): void;
  /** Asks for scans at their full pace, the first at once; the result ends it. */
  keepSlow(): () => void;
}
