/** Use of the machine by programs, added up from one write of the archive to the next. */
import type { Share, TopEntry } from '../../past/history-source.ts';

/** A program as the plugin serves it; null: not collected. */
export interface UsedProgram {
  readonly name: string;
  readonly cpu_percent: number | null;
  readonly memory_info: { readonly rss: number } | null;
  /** Five numbers a process: bytes read and written, the same at the scan before, 1 where they are known. */
  readonly io_counters: readonly number[];
  readonly time_since_update: number;
}

/** Programs of each list. */
export const MOST_TOP = 10;
const MOST_NAME = 64;
/** After a pause a scan does not stand for all of it. */
const LONGEST_SCAN = 60;

export class ProgramUse {
  #cpu = new Map<string, number>();
  #io = new Map<string, number>();
  #seconds = 0;
  #lastTime: number | null = null;
  #latest: readonly UsedProgram[] = [];

  /** @param time of the scan, in milliseconds; scans follow each other */
  add(programs: readonly UsedProgram[], time: number): void {
    const passed = this.#lastTime === null ? 0 : (time - this.#lastTime) / 1000;
    this.#lastTime = time;
    this.#latest = programs;
    const seconds = Math.min(LONGEST_SCAN, Math.max(0, passed));
    this.#seconds += seconds;
    for (const program of programs) {
      addTo(this.#cpu, program.name, (program.cpu_percent ?? 0) * seconds);
      addTo(this.#io, program.name, ioOf(program) * seconds);
    }
  }

  /** The use since the last call; null where nothing was scanned meanwhile. */
  take(): TopEntry | null {
    const [time, seconds] = [this.#lastTime, this.#seconds];
    if (time === null || seconds <= 0) return null;
    const entry = {
      time: Math.round(time),
      seconds: Math.round(seconds),
      cpu: topOf(this.#cpu, (sum) => Math.round((sum / seconds) * 10) / 10),
      memory: topOf(memoryOf(this.#latest), Math.round),
      io: topOf(this.#io, (sum) => Math.round(sum / seconds)),
    };
    this.#cpu = new Map();
    this.#io = new Map();
    this.#seconds = 0;
    return entry;
  }
}

function addTo(sums: Map<string, number>, name: string, value: number): void {
  if (value > 0) sums.set(name, (sums.get(name) ?? 0) + value);
}

function ioOf({ io_counters: counters, time_since_update: seconds }: UsedProgram): number {
  let bytes = 0;
  for (let at = 0; at + 4 < counters.length; at += 5) {
    if (counters[at + 4] !== 1) continue;
    bytes +=
      Math.max(0, counters[at]! - counters[at + 2]!) + Math.max(0, counters[at + 1]! - counters[at + 3]!);
  }
  return seconds > 0 ? bytes / seconds : 0;
}

function memoryOf(programs: readonly UsedProgram[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { name, memory_info: memory } of programs) addTo(found, name, memory?.rss ?? 0);
  return found;
}

const topOf = (sums: ReadonlyMap<string, number>, shown: (sum: number) => number): Share[] =>
  [...sums]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_TOP)
    .map(([name, sum]): Share => [name.slice(0, MOST_NAME), shown(sum)])
    .filter(([, value]) => value > 0);
