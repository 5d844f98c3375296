import type { Host } from '../../../core/host.ts';
import { parseCpuList } from '../../linux/cpu-list.ts';
import { parsePidStatus, type PidStatus } from '../../linux/pid-status.ts';
import { parseSmapsSwap } from '../../linux/smaps-swap.ts';
import { createValueCheck } from '../../../core/value-check.ts';
import { longerArguments } from './arguments.ts';
import { entryFields } from './entry-fields.ts';
import type { ExtendedStats, ProcessEntry } from './entry.ts';
import { readInTime } from './in-time.ts';
import { countHeld } from './sockets.ts';
import { orNull } from '../../../core/or-null.ts';

/** Extended statistics of the one process a user selected. */
export interface Extended {
  /** Selects another process, or none. */
  select(pid: number | null): void;
  selected(): number | null;
  /**
   * Adds extended fields to the selected process's entry in a new scan. Null or another start time: it has ended, which ends the
   * selection.
   */
  extend(entry: ProcessEntry | null, startTime: number | undefined): Promise<ProcessEntry | null>;
}

interface Selection {
  readonly pid: number;
  /** With the pid it identifies the process; unknown until the first scan. */
  startTime: number | undefined;
  readonly cpu: PercentStatistics;
  readonly memory: PercentStatistics;
}

export function createExtended(host: Host): Extended {
  let selection: Selection | null = null;
  const check = createValueCheck(entryFields);

  return {
    select(pid) {
      if (pid === (selection?.pid ?? null)) return;
      const [cpu, memory] = [new PercentStatistics(), new PercentStatistics()];
      selection = pid === null ? null : { pid, startTime: undefined, cpu, memory };
    },
    selected: () => selection?.pid ?? null,
    async extend(entry, startTime) {
      if (selection === null) return null;
      selection.startTime ??= startTime;
      if (entry === null || selection.startTime !== startTime) {
        selection = null;
        return null;
      }
      const { cpu, memory } = selection;
      cpu.add(entry.cpu_percent ?? 0);
      memory.add(entry.memory_percent ?? 0);
      const extended: ProcessEntry = {
        ...entry,
        ...(entry.cmdline && { cmdline: await longerArguments(host, entry.pid, entry.cmdline) }),
        ...(await lookUp(host, entry.pid)),
        ...cpu.values('cpu'),
        ...memory.values('memory'),
      };
      check(extended, entry.name);
      return extended;
    },
  };
}

/** Of thousands of mappings. */
const MOST_BYTES = 16 * 1024 * 1024;

type LookedUp = Omit<
  ExtendedStats,
  `${'cpu' | 'memory'}_${'min' | 'max' | 'mean'}${'' | '_sum' | '_counter'}`
>;

async function lookUp(host: Host, pid: number): Promise<LookedUp> {
  const status = orNull(() => parsePidStatus(host.read(`/proc/${pid}/status`)));
  const [held, ionice] = await Promise.all([countHeld(host, pid), readIonice(host, pid)]);
  return {
    extended_stats: true,
    cpu_affinity: status === null ? null : orNull(() => parseCpuList(status.cpusAllowedList)),
    ionice,
    num_ctx_switches: status === null ? null : contextSwitches(status),
    ...held,
    memory_swap: await swapOf(host, pid),
  };
}

const contextSwitches = (status: PidStatus): { voluntary: number; involuntary: number } => ({
  voluntary: status.voluntaryCtxtSwitches,
  involuntary: status.nonvoluntaryCtxtSwitches,
});

/** Returns the sum over all mappings, which the kernel has added up since Linux 4.14. */
async function swapOf(host: Host, pid: number): Promise<number | null> {
  const read = async (file: string): Promise<number | null> => {
    const bytes = await readInTime(host, `/proc/${pid}/${file}`, MOST_BYTES);
    return bytes && orNull(() => parseSmapsSwap(bytes));
  };
  return (await read('smaps_rollup')) ?? (await read('smaps'));
}

/** Smallest, largest and mean of a percentage since a process was selected. */
class PercentStatistics {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #count = 0;

  add(percent: number): void {
    this.#min = Math.min(this.#min, percent);
    this.#max = Math.max(this.#max, percent);
    this.#sum += percent;
    this.#count += 1;
  }

  /** Returns the five values under their wire names. Call after {@link add}. */
  values<P extends string>(
    prefix: P,
  ): Record<`${P}_${'min' | 'max' | 'mean_sum' | 'mean_counter' | 'mean'}`, number> {
    return {
      [`${prefix}_min`]: this.#min,
      [`${prefix}_max`]: this.#max,
      [`${prefix}_mean_sum`]: this.#sum,
      [`${prefix}_mean_counter`]: this.#count,
      [`${prefix}_mean`]: this.#sum / this.#count,
    } as Record<`${P}_${'min' | 'max' | 'mean_sum' | 'mean_counter' | 'mean'}`, number>;
  }
}

/** Words of ionice(1) in the order of the kernel's classes (IOPRIO_CLASS_ of include/uapi/linux/ioprio.h). */
const CLASSES = ['none', 'realtime', 'best-effort', 'idle'];
const LIMITS = { timeoutMs: 500, maxBytes: 4096 };

/**
 * Reads the I/O priority of a process with the program `ionice`, since only a system call has it. Null if not installed, and for
 * processes of another host.
 */
async function readIonice(host: Host, pid: number): Promise<ExtendedStats['ionice']> {
  if (!host.isLocal) return null;
  const { code, stdout } = await host.run(['ionice', '-p', String(pid)], LIMITS);
  return code === 0 ? parseIonice(stdout) : null;
}

/** Output of `ionice -p`: `best-effort: prio 4`, `idle`. */
export function parseIonice(output: string): ExtendedStats['ionice'] {
  const match = /^([a-z-]+)(?:: prio (\d+))?$/.exec(output.trim());
  const ioclass = CLASSES.indexOf(match?.[1] ?? '');
  return ioclass < 0 ? null : { ioclass, value: Number(match?.[2] ?? 0) };
}
