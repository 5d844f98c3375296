/** Cost of the process scan beside that of a C program that reads the same files. `npx tsx bench/process-scan.ts [processes]`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { fallbackOf } from '../src/core/option-parse.ts';
import type { OptionValues } from '../src/core/options.ts';
import { createHost } from '../src/host/local-host.ts';
import { processOptions } from '../src/sources/processes/options.ts';
import { processes } from '../src/sources/processes/processes.ts';
import { type Measured, measureFloor } from './c-floor.ts';
import { median } from './compile.ts';
import { startIdleProcesses } from './idle-processes.ts';

export interface MeasuredScan extends Measured {
  /** Milliseconds of CPU of the first scan, which opens all files and looks up all names. */
  firstMs: number;
  /** Longest time the event loop was kept busy during the measured scans, milliseconds. */
  longestStallMs: number;
  /** The C program on the same processes. */
  floor: Measured;
}

const WARM_UP = 15;
const SCANS = 20;

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Scans this machine while `count` more processes idle. */
export async function measureScan(count: number): Promise<MeasuredScan> {
  const idle = await startIdleProcesses(count);
  const options = Object.fromEntries(
    Object.entries(processOptions).map(([name, option]) => [name, fallbackOf(option)]),
  ) as OptionValues<typeof processOptions>;
  const engine = processes.create({ host: createHost({}), options, notice: () => {} });
  const scan = async (): Promise<number> => {
    const before = process.cpuUsage();
    await engine.read();
    return cpuMs(process.cpuUsage(before));
  };
  try {
    const firstMs = await scan();
    for (let i = 0; i < WARM_UP; i++) await scan();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const samples: number[] = [];
    for (let i = 0; i < SCANS; i++) samples.push(await scan());
    delay.disable();
    return {
      firstMs,
      cpuMs: median(samples),
      processes: engine.latest()?.counts.total ?? 0,
      longestStallMs: delay.max / 1e6,
      floor: measureFloor(SCANS),
    };
  } finally {
    engine.close();
    await idle.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await measureScan(Number(process.argv[2] ?? 1000)));
}
