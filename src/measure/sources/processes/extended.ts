import type { Host } from '../../../core/host.ts';
import { parseCpuList } from '../../linux/cpu-list.ts';
import { parsePidStatus, type PidStatus } from '../../linux/pid-status.ts';
import { parseSmapsSwap } from '../../linux/smaps-swap.ts';
import { createValueCheck } from '../../../core/value-check.ts';
import { longerArguments } from './arguments.ts';
import { entryFields } from './entry-fields.ts';
import type { ExtendedStats, ProcessEntry } from './entry.ts';
import { PercentStatistics } from './extremes.ts';
import { readInTime } from './in-time.ts';
import { readIonice } from './ionice.ts';
import { countHeld } from './sockets.ts';
import { orNull } from '../../../core/or-null.ts';

/** Extended statistics of the one process a user selected. */
export interface Extended {
  /** Selects another process, or none. */
  select(pid: number | null): void;
  selected(): number | null;
  /**
   * The selected process's entry in a new scan with extended fields. Null or another start time: it has ended, which ends the
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

/** The sum over all mappings, which the kernel has added up since Linux 4.14. */
async function swapOf(host: Host, pid: number): Promise<number | null> {
  const read = async (file: string): Promise<number | null> => {
    const bytes = await readInTime(host, `/proc/${pid}/${file}`, MOST_BYTES);
    return bytes && orNull(() => parseSmapsSwap(bytes));
  };
  return (await read('smaps_rollup')) ?? (await read('smaps'));
}
