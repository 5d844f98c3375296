import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureFloor } from '../c-floor.ts';
import { type Child, pause, startAgent, startBuilds } from '../child.ts';
import { median } from '../compile.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { fetchAll } from '../fetch-all.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_391;
const ROUNDS = 3;
const CYCLES_PER_ROUND = 5;
const CYCLE_MS = 2000;
/** The compiler is busy for the first half minute. */
const WARM_UP = 15;
/** An idle agent compiles for longer, since its functions are rarely called. */
const IDLE_WARM_UP_MS = 90_000;
const IDLE_SECONDS = 60;
/** Passes of the C program between two rounds. */
const PASSES = 7;

interface Case {
  processes: number;
  working: number;
  /** Times the C program. */
  reach: number;
}

const CASES: readonly Case[] = [
  { processes: 1000, working: 0, reach: 1 },
  { processes: 1000, working: 100, reach: 1.4 },
  { processes: 5000, working: 0, reach: 1 },
  { processes: 10_000, working: 0, reach: 1 },
];

/** Events keep process scans active, and virtual machines run programs, if installed. */
const QUIET = '[alert]\ndisable=True\n[vms]\ndisable=True\n';
/** An event that begins immediately and never ends. */
const ALERTED =
  '[vms]\ndisable=True\n[mem]\ncareful=0.1\nwarning=0.2\ncritical=0.3\ncritical_log=True\n[alert]\nmin_duration=0\n';

function configFile(text: string): { flags: string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const path = join(folder, 'gander.conf');
  writeFileSync(path, text);
  return { flags: ['-C', path], remove: () => rmSync(folder, { recursive: true }) };
}

/** CPU of a cycle for several agents and the C program, measured in turns, so other load affects all equally. */
async function cycles(agents: readonly Child[]): Promise<{ costs: number[]; floorMs: number }> {
  const run = async (count: number): Promise<void> => {
    for (let cycle = 0; cycle < count; cycle += 1) {
      const end = performance.now() + CYCLE_MS;
      for (const index of agents.keys()) await fetchAll(PORT + index);
      await pause(end - performance.now());
    }
  };
  await run(WARM_UP);
  const costs: number[][] = agents.map(() => []);
  const floors: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(measureFloor(PASSES).cpuMs);
    const before = agents.map((agent) => agent.cpuMs());
    await run(CYCLES_PER_ROUND);
    agents.forEach((agent, index) =>
      costs[index]?.push((agent.cpuMs() - (before[index] ?? 0)) / CYCLES_PER_ROUND),
    );
  }
  return { costs: costs.map(median), floorMs: median(floors) };
}

/** CPU milliseconds of a full cycle beside this many sleeping processes. */
export async function cycleCost(processes: number): Promise<number> {
  const config = configFile(QUIET);
  const idle = await startIdleProcesses(processes);
  const agent = await startAgent(PORT, ...config.flags);
  try {
    return (await cycles([agent])).costs[0] ?? Number.NaN;
  } finally {
    await agent.stop();
    await idle.stop();
    config.remove();
  }
}

async function measureCase({ processes, working, reach }: Case): Promise<Figure> {
  const config = configFile(QUIET);
  const idle = await startIdleProcesses(processes, working);
  const agents = await startBuilds(PORT, config.flags);
  try {
    const { costs, floorMs } = await cycles(agents);
    const [own = Number.NaN, before] = costs;
    const ratio = (cost: number): string => `${digits(cost)} ms (${digits(cost / floorMs)} × peer)`;
    const of = working === 0 ? 'sleeping' : `of which ${working} work`;
    return {
      name: `CPU of one full cycle, all plugins, /all fetched every 2 s, ${processes.toLocaleString('en')} processes, ${of}`,
      value: `${ratio(own)}; ${digits(agents[0]?.residentMb() ?? 0)} MB${before === undefined ? '' : `; before: ${ratio(before)}`}`,
      peer: `C program: ${digits(floorMs)} ms`,
      reach: `≤ ${reach.toFixed(1)} × peer`,
      isReached: own <= reach * floorMs,
    };
  } finally {
    for (const agent of agents) await agent.stop();
    await idle.stop();
    config.remove();
  }
}

/** Share of one core without requests, of several agents concurrently. */
async function idleShares(agents: readonly Child[]): Promise<number[]> {
  await pause(IDLE_WARM_UP_MS);
  const before = agents.map((agent) => agent.cpuMs());
  await pause(IDLE_SECONDS * 1000);
  return agents.map((agent, index) => ((agent.cpuMs() - (before[index] ?? 0)) / (IDLE_SECONDS * 1000)) * 100);
}

async function measureIdle(name: string, text: string, reach: number): Promise<Figure> {
  const config = configFile(text);
  const idle = await startIdleProcesses(1000);
  const agents = await startBuilds(PORT, config.flags);
  try {
    const [share = Number.NaN, before] = await idleShares(agents);
    return {
      name: `${name}, 1,000 processes, share of one core`,
      value: `${digits(share)} %${before === undefined ? '' : `; before: ${digits(before)} %`}`,
      peer: `C program: ${digits(measureFloor(PASSES).cpuMs)} ms`,
      reach: `≤ ${reach} %`,
      isReached: share <= reach,
    };
  } finally {
    for (const agent of agents) await agent.stop();
    await idle.stop();
    config.remove();
  }
}

/** CPU of whole cycles, compared with a C program that reads three files of every process once. */
export const measureCycles: Measure = async () => {
  const figures: Figure[] = [];
  for (const one of CASES) figures.push(await measureCase(one));
  return figures;
};

/** CPU without clients. */
export const measureIdleAgent: Measure = async () => [
  await measureIdle('Idle agent', QUIET, 0.15),
  await measureIdle('Idle agent while an alert lasts', ALERTED, 0.4),
];
