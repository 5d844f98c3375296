/** The process engine: one scan of /proc that the process plugins share. */
import { type Reason, say } from '../../../core/said.ts';
import { defineSource } from '../../../core/source.ts';
import type { Host } from '../../../core/host.ts';
import { orNull } from '../../../core/or-null.ts';
import { parsePidStatus } from '../../linux/pid-status.ts';
import type { ProcessEntry } from './entry.ts';
import { longerArguments } from './arguments.ts';
import { createExtended } from './extended.ts';
import type { CgroupOwner } from './cgroup-owner.ts';
import { processOptions } from './options.ts';
import type { Refusals, Scan } from './pass.ts';
import { Scanner } from './scan.ts';
import type { SortKey } from '../../../core/process-order.ts';
import type { Origin } from '../../../core/process-origin.ts';
import { ProcessRanking } from './ranking.ts';
import { inSlices, Slice } from '../../../core/slice.ts';
import { MANY } from './pids.ts';

/** All processes at one moment. Nothing in it is changed later, but the times of {@link ProcessEntry entries} that stay the same. */
export interface ProcessScan extends Readonly<
  Pick<Scan, 'counts' | 'majorFaults' | 'cpu' | 'ended' | 'seconds'>
> {
  /** Served processes (after the rules for kernel threads and focus), by ascending pid. */
  readonly entries: readonly ProcessEntry[];
  /** Entries in the order of `sortKey`. */
  readonly sorted: ProcessEntry[];
  readonly sortKey: SortKey;
}

/** Queries and settings between scans. None of them scans. */
export interface ProcessControl {
  /** Returns the last complete scan; null before the first. */
  latest(): ProcessScan | null;
  /** A process of the last scan by pid; null: missing. */
  process(pid: number): ProcessEntry | null;
  /** Returns the order of future scans. */
  order(): SortKey;
  /** True if neither a client nor the configuration sets the order. */
  isAutomatic(): boolean;
  /** Orders coming scans, as long as the configuration names no order; null: by CPU. */
  sortBy(key: SortKey | null): void;
  /** An order that a client chose, which goes before that of the configuration; null: none any more. */
  prefer(key: SortKey | null): void;
  /** Collects extended statistics of a process from the next scan; false: no such process. */
  select(pid: number): boolean;
  /** Arguments of a process of the last scan, up to 64 kB, read now. Null: missing. */
  arguments(pid: number): Promise<string[] | null>;
  /** Origins of processes of the last scan; null for others. Scans also read control groups for a minute. */
  askOrigins(): (pid: number) => Origin | null;
  /** From now on scans read the control group of each process. The result is null for processes that were not read. */
  followOwners(): (pid: number) => CgroupOwner | null;
  /** Name of the user who runs a process of the last scan; null: unknown. */
  userOf(pid: number): string | null;
  /** Reads how many bytes of a process are in swap; null: unknown. The result is null while the machine uses no swap. */
  swapReader(): ((pid: number) => number | null) | null;
  /** Start of a process of the last scan, Unix seconds; null: unknown. */
  startOf(pid: number): number | null;
  /** Ends the selection. */
  clear(): void;
  /**
   * Returns the selected process with its extended statistics; null without selection, before the next scan, or when it has
   * ended.
   */
  current(): ProcessEntry | null;
  /** Closes the files that are kept open. */
  close(): void;
}

const DEFAULT_ORDER: SortKey = 'cpu_percent';
/** Files that a scan cannot do without, beside those of processes. */
const BESIDE = ['/etc/passwd'];

export const processes = defineSource<Promise<ProcessScan>, ProcessControl, typeof processOptions>({
  name: 'processes',
  owner: 'processlist',
  options: processOptions,
  create({ host, options, notice, isWatched }) {
    const scanner = new Scanner(host, options);
    const extended = createExtended(host);
    const ranking = new ProcessRanking();
    let order: SortKey = DEFAULT_ORDER;
    let latest: ProcessScan | null = null;
    let preferred: SortKey | null = null;
    const orderNow = (): SortKey => preferred ?? options.sort_key ?? order;

    return {
      async read() {
        host.expect?.(BESIDE);
        const slice = new Slice({ now: () => host.clock.monotonic() });
        const { entries, changes, counts, majorFaults, cpu, ended, seconds, refusals } = await scanner.pass(
          isWatched(),
          slice,
        );
        const selected = extended.selected();
        const sortKey = orderNow();
        const inOrder = await inSlices(ranking.update(entries, changes, sortKey), slice);
        if (selected !== null) {
          const entry = findProcess(entries, selected);
          const whole = await extended.extend(entry, scanner.startTime(selected));
          for (const list of [entries, inOrder]) replace(list, entry, whole);
        }
        // Its waiters run in the same turn.
        if (entries.length > MANY) await slice.next();
        scanner.complete();
        latest = { entries, sorted: inOrder, sortKey, counts, majorFaults, cpu, ended, seconds };
        tellRefusals(refusals, notice);
        return latest;
      },
      latest: () => latest,
      process: (pid) => findProcess(latest?.entries ?? [], pid),
      order: orderNow,
      isAutomatic: () => preferred === null && options.sort_key === undefined,
      sortBy(key) {
        order = key ?? DEFAULT_ORDER;
      },
      prefer(key) {
        preferred = key;
      },
      select(pid) {
        const entry = findProcess(latest?.entries ?? [], pid);
        if (entry !== null) extended.select(pid);
        return entry !== null;
      },
      async arguments(pid) {
        const { cmdline = null } = findProcess(latest?.entries ?? [], pid) ?? {};
        return cmdline && longerArguments(host, pid, cmdline);
      },
      askOrigins: () => scanner.askOrigins(),
      followOwners: () => scanner.followOwners(),
      userOf: (pid) => scanner.userOf(pid),
      swapReader: () => (scanner.usesSwap ? (pid) => swapOf(host, pid) : null),
      startOf: (pid) => scanner.originOf(pid)?.create_time ?? null,
      clear: () => extended.select(null),
      current() {
        const pid = extended.selected();
        const entry = pid === null ? null : findProcess(latest?.entries ?? [], pid);
        return entry?.extended_stats === true ? entry : null;
      },
      close: () => scanner.close(),
    };
  },
});

const swapOf = (host: Host, pid: number): number | null =>
  orNull(() => parsePidStatus(host.read(`/proc/${pid}/status`)).vmSwap);

function replace<T>(list: T[], one: T | null, other: T | null): void {
  if (one !== null && other !== null) list[list.indexOf(one)] = other;
}

/** Entries are in the order of their pids. */
function findProcess(entries: readonly ProcessEntry[], pid: number): ProcessEntry | null {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.pid < pid) low = middle + 1;
    else high = middle;
  }
  const found = entries[low];
  return found?.pid === pid ? found : null;
}

function tellRefusals(
  { stat, io, hidepid, silent, isMemorySilent }: Refusals,
  notice: (topic: string, reason: Reason | null) => void,
): void {
  notice(
    'io',
    io === 0
      ? null
      : say(
          'no permission on /proc/<pid>/io of {count} {count|process|processes}: run as root or grant CAP_SYS_PTRACE',
          { count: io },
        ),
  );
  notice(
    'stat',
    stat === 0
      ? null
      : say(
          'no permission on /proc/<pid>/stat of {count} {count|process|processes}: run as root or mount /proc without hidepid',
          { count: stat },
        ),
  );
  notice(
    'arguments',
    silent.length === 0
      ? null
      : `/proc/<pid>/cmdline of ${silent.map((pid) => `PID ${pid}`).join(', ')} does not answer, since a lock of its memory is held: its arguments are the last known`,
  );
  notice(
    'memory',
    isMemorySilent
      ? '/proc/meminfo does not answer: memory_percent follows from the last known memory of the machine, or is unknown'
      : null,
  );
  notice(
    'hidepid',
    hidepid === null
      ? null
      : say(
          'processes of other users are hidden, since /proc is mounted with {hidepid}: run as root, join the group of the mount option gid, or mount /proc without hidepid (a service: without ProtectProc=)',
          { hidepid },
        ),
  );
}
