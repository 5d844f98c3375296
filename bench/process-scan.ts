/** Cost of the process scan beside that of a C program that reads the same files. `npx tsx bench/process-scan.ts [processes]`. */
import { fileURLToPath } from 'node:url';
import { fallbackOf } from '../src/core/option-parse.ts';
import type { OptionValues } from '../src/core/options.ts';
import { createHost } from '../src/measure/host/local-host.ts';
import { processOptions } from '../src/measure/sources/processes/options.ts';
import { processes } from '../src/measure/sources/processes/processes.ts';
import { type Measured, measureFloor } from './c-floor.ts';
import { median } from './compile.ts';
import { startIdleProcesses } from './idle-processes.ts';

export interface MeasuredScan extends Measured {
  /** Milliseconds of CPU of the first scan, which opens all files and looks up all names. */
  firstMs: number;
  /** Longest turn of the event loop, milliseconds of CPU. */
  longestStallMs: number;
  /** The C program on the same processes. */
  floor: Measured;
}

const WARM_UP = 15;
/** Both are measured in turns, so other load affects both equally. */
const ROUNDS = 4;
const SCANS_PER_ROUND = 5;

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Longest of the pauses between turns of the event loop in a round of scans, milliseconds of CPU. */
async function longestStall(scan: () => Promise<number>): Promise<number> {
  let longest = 0;
  for (let i = 0; i < SCANS_PER_ROUND; i++) {
    let done = false;
    let last = process.cpuUsage();
    const scanning = scan().finally(() => (done = true));
    do {
      await new Promise(setImmediate);
      longest = Math.max(longest, cpuMs(process.cpuUsage(last)));
      last = process.cpuUsage();
    } while (!done);
    await scanning;
  }
  return longest;
}

/** Scans this machine while `count` more processes idle. */
export async function measureScan(count: number): Promise<MeasuredScan> {
  const idle = await startIdleProcesses(count);
  const options = Object.fromEntries(
    Object.entries(processOptions).map(([name, option]) => [name, fallbackOf(option)]),
  ) as OptionValues<typeof processOptions>;
  const engine = processes.create({ host: createHost({}), options, notice: () => {}, isWatched: () => true });
  const scan = async (): Promise<number> => {
    const before = process.cpuUsage();
    await engine.read();
    return cpuMs(process.cpuUsage(before));
  };
  try {
    const firstMs = await scan();
    for (let i = 0; i < WARM_UP; i++) await scan();
    const samples: number[] = [];
    const floors: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < SCANS_PER_ROUND; i++) samples.push(await scan());
      floors.push(measureFloor(SCANS_PER_ROUND));
    }
    return {
      firstMs,
      cpuMs: median(samples),
      processes: engine.latest()?.counts.total ?? 0,
      longestStallMs: await longestStall(scan),
      floor: { cpuMs: median(floors.map(({ cpuMs }) => cpuMs)), processes: floors[0]?.processes ?? 0 },
    };
  } finally {
    engine.close();
    await idle.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await measureScan(Number(process.argv[2] ?? 1000)));
}
