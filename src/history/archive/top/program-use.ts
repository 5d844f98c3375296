/** Accumulates use by programs between two writes of the archive. */
import { NO_OWNER } from '../../../measure/sources/processes/cgroup-owner.ts';
import { STEP, type Steps } from '../../../core/steps.ts';
import type { Share, TopEntry } from '../../past/history-source.ts';

/** A served process. Members not collected are missing or null. */
export interface UsedProcess {
  readonly pid: number;
  readonly name: string;
  readonly cpu_percent?: number;
  readonly memory_info?: { readonly rss: number; readonly vms: number } | null;
  /** Bytes read and written, those of the previous scan, and 1 if known. */
  readonly io_counters: readonly number[];
  readonly time_since_update: number;
}

interface UsedProcesses {
  readonly entries: readonly UsedProcess[];
  /** Major page faults since the previous scan, by pid. */
  readonly majorFaults: ReadonlyMap<number, number>;
}

/** systemd unit and container of a process; null: none. */
export interface Owner {
  readonly unit: string | null;
  readonly container: string | null;
}

/** Inputs beside the scans. */
export interface ProgramUseSetup {
  /** Null: unknown. */
  ownerOf(pid: number): Owner | null;
  /** Display name of a container of {@link Owner}. */
  containerName(container: string): string;
  /** Reads the swap of a process in bytes; null while the host uses no swap. */
  swapReader(): ((pid: number) => number | null) | null;
  /** True if an event that programs may have caused is ongoing. */
  isAlerted(): boolean;
}

/** Programs per list: usually, and during an event. */
export const MOST_TOP = 10;
export const MOST_TOP_ALERTED = 30;
/** Most characters of a name, unit and container. */
const MOST_NAME = 64;
/** Longest interval for which a scan counts. */
const LONGEST_SCAN = 60;
/** Most swap reads per entry, and per slice: a read takes 20 µs. */
const MOST_SWAP = 4096;
const SWAP_STEP = 16;

/** Name, unit and container, with `\0` between them. */
type Key = string;
type Sums = Map<Key, number>;

export class ProgramUse {
  readonly #setup: ProgramUseSetup;
  #cpu: Sums = new Map();
  #io: Sums = new Map();
  #faults: Sums = new Map();
  #seconds = 0;
  #lastTime: number | null = null;
  #latest: readonly UsedProcess[] = [];
  #wasAlerted = false;

  constructor(setup: ProgramUseSetup) {
    this.#setup = setup;
  }

  /** @param time of the scan in milliseconds, ascending */
  add({ entries, majorFaults }: UsedProcesses, time: number): void {
    const passed = this.#lastTime === null ? 0 : (time - this.#lastTime) / 1000;
    this.#lastTime = time;
    this.#latest = entries;
    this.#wasAlerted ||= this.#setup.isAlerted();
    const seconds = Math.min(LONGEST_SCAN, Math.max(0, passed));
    this.#seconds += seconds;
    const hasFaults = majorFaults.size > 0;
    // By index, as there may be thousands. Most of them did nothing.
    for (let at = 0; at < entries.length; at += 1) {
      const process = entries[at]!;
      const cpu = process.cpu_percent ?? 0;
      const io = ioOf(process);
      const faults = hasFaults ? (majorFaults.get(process.pid) ?? 0) : 0;
      if (cpu === 0 && io === 0 && faults === 0) continue;
      const key = this.#keyOf(process);
      addTo(this.#cpu, key, cpu * seconds);
      addTo(this.#io, key, io * seconds);
      if (seconds > 0) addTo(this.#faults, key, faults);
    }
  }

  /** Yields the use since the last call; null: no scan since. */
  *take(): Steps<TopEntry | null> {
    const [time, seconds] = [this.#lastTime, this.#seconds];
    if (time === null || seconds <= 0) return null;
    const [cpu, io, faults] = [this.#cpu, this.#io, this.#faults];
    const most = this.#wasAlerted ? MOST_TOP_ALERTED : MOST_TOP;
    this.#cpu = new Map();
    this.#io = new Map();
    this.#faults = new Map();
    this.#seconds = 0;
    this.#wasAlerted = false;
    const { memory, swap } = yield* this.#memory();
    const topOf = (sums: Sums, shown: (sum: number) => number): Share[] => this.#topOf(sums, most, shown);
    return {
      time: Math.round(time),
      seconds: Math.round(seconds),
      cpu: topOf(cpu, (sum) => Math.round((sum / seconds) * 10) / 10),
      memory: topOf(memory, Math.round),
      io: topOf(io, (sum) => Math.round(sum / seconds)),
      faults: topOf(faults, (sum) => Math.round((sum / seconds) * 10) / 10),
      swap: topOf(swap, Math.round),
    };
  }

  *#memory(): Steps<{ memory: Sums; swap: Sums }> {
    const entries = this.#latest;
    const memory: Sums = new Map();
    const swap: Sums = new Map();
    const swapOf = this.#setup.swapReader();
    let swapsLeft = MOST_SWAP;
    for (let at = 0; at < entries.length; at += 1) {
      const process = entries[at]!;
      const { rss = 0, vms = 0 } = process.memory_info ?? {};
      const readsSwap = swapOf !== null && vms > 0 && swapsLeft > 0;
      if (rss > 0 || readsSwap) {
        const key = this.#keyOf(process);
        addTo(memory, key, rss);
        if (readsSwap) {
          addTo(swap, key, swapOf(process.pid) ?? 0);
          swapsLeft -= 1;
        }
      }
      if (at % (readsSwap ? SWAP_STEP : STEP) === 0) yield;
    }
    return { memory, swap };
  }

  #keyOf({ pid, name }: UsedProcess): Key {
    const { unit, container } = this.#setup.ownerOf(pid) ?? NO_OWNER;
    return `${name}\0${unit ?? ''}\0${container ?? ''}`;
  }

  #topOf(sums: Sums, most: number, shown: (sum: number) => number): Share[] {
    return [...sums]
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([key, sum]) => this.#shareOf(key, shown(sum)))
      .filter(([, value]) => value > 0);
  }

  /** Without trailing empty members: most programs run in no container. */
  #shareOf(key: Key, value: number): Share {
    const [name = '', unit = '', container = ''] = key.split('\0');
    const shownUnit = unit === '' ? null : cut(unit);
    const shownName = cut(name);
    if (container !== '') return [shownName, value, shownUnit, cut(this.#setup.containerName(container))];
    return shownUnit === null ? [shownName, value] : [shownName, value, shownUnit];
  }
}

const cut = (text: string): string => text.slice(0, MOST_NAME);

function addTo(sums: Sums, key: Key, value: number): void {
  if (value > 0) sums.set(key, (sums.get(key) ?? 0) + value);
}

/** Bytes per second that a process read and wrote. */
export function ioOf({
  io_counters: counters,
  time_since_update: seconds,
}: Pick<UsedProcess, 'io_counters' | 'time_since_update'>): number {
  // By index: of thousands of processes, steps of an iterator would be objects each.
  const { 0: read = 0, 1: written = 0, 2: readBefore = 0, 3: writtenBefore = 0, 4: isKnown = 0 } = counters;
  if (isKnown !== 1 || seconds <= 0) return 0;
  return (Math.max(0, read - readBefore) + Math.max(0, written - writtenBefore)) / seconds;
}
