import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Build, BUILDS, type Child, pause, PROBE, startBuild, startChild } from '../child.ts';
import { median } from '../compile.ts';
import { fetchAll } from '../fetch-all.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_396;
const PROCESSES = 5000;
const CYCLE_MS = 2000;
/** The compiler is busy for the first cycles. */
const WARM_UP = 10;
const CYCLES = 30;
const REACH_MS = 10;

/** A program with the probe, and the probe's output file. */
interface Probed {
  child: Child;
  file: string;
}

/** The longest turns of each second, in milliseconds. */
interface Turns {
  cpu: number[];
  wall: number[];
}

function readTurns({ file }: Probed): Turns {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const column = (at: number): number[] => rows.map((row) => row[at] ?? Number.NaN);
  return { cpu: column(0), wall: column(1) };
}

const since = ({ cpu, wall }: Turns, second: number): Turns => ({
  cpu: cpu.slice(second),
  wall: wall.slice(second),
});

const SECONDS = CYCLE_MS / 1000;

/** The longest of each cycle: a turn is long in the second of the scan, and short in the other. */
const ofCycles = (seconds: readonly number[]): number[] =>
  Array.from({ length: Math.floor(seconds.length / SECONDS) }, (_, cycle) =>
    Math.max(...seconds.slice(cycle * SECONDS, (cycle + 1) * SECONDS)),
  );

function told({ cpu, wall }: Turns): string {
  const [longest, usual] = [Math.max(...cpu), median(ofCycles(cpu))];
  return `${digits(longest)} ms (median of all cycles ${digits(usual)}; by the clock ${digits(Math.max(...wall))})`;
}

async function startProbed(folder: string): Promise<Probed[]> {
  const file = (name: string): string => join(folder, name);
  const probed: Probed[] = [];
  const withProbe = (build: Build, name: string): Build => ({
    ...build,
    nodeFlags: ['--import', PROBE],
    env: { ...build.env, TURNS_FILE: file(name) },
  });
  for (const [index, build] of BUILDS.entries()) {
    const name = String(index);
    probed.push({
      child: await startBuild(withProbe(build, name), PORT + index, ['--disable-archive']),
      file: file(name),
    });
  }
  const argv = ['--import', PROBE, '-e', 'console.log("ready")'];
  const alone = await startChild(process.execPath, argv, 'ready', { TURNS_FILE: file('alone') });
  return [...probed, { child: alone, file: file('alone') }];
}

/** The longest turns of the event loop while many processes are scanned and `/all` is fetched, and of the probe alone at the same time. */
export const measureBlocks: Measure = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const idle = await startIdleProcesses(PROCESSES);
  const probed = await startProbed(folder);
  const run = async (cycles: number): Promise<void> => {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const end = performance.now() + CYCLE_MS;
      for (const index of BUILDS.keys()) await fetchAll(PORT + index);
      await pause(end - performance.now());
    }
  };
  try {
    await run(WARM_UP);
    const seconds = probed.map((one) => readTurns(one).cpu.length);
    await run(CYCLES);
    const turns = probed.map((one, index) => since(readTurns(one), seconds[index] ?? 0));
    const [own, before] = turns;
    const alone = turns.at(-1);
    if (own === undefined || alone === undefined) throw new Error('the probe has measured nothing');
    return [
      {
        name: `Longest turn of the event loop, ${PROCESSES.toLocaleString('en')} processes, /all fetched every 2 s, CPU of the main thread`,
        value: `${told(own)}${before === undefined || before === alone ? '' : `; before: ${told(before)}`}`,
        peer: `the probe alone: ${told(alone)}`,
        reach: `≤ ${REACH_MS} ms`,
        isReached: Math.max(...own.cpu) <= REACH_MS,
      },
    ];
  } finally {
    for (const { child } of probed) await child.stop();
    await idle.stop();
    rmSync(folder, { recursive: true });
  }
};
