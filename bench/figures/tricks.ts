/**
 * A build with a trick beside one without it, GANDER_BEFORE: the figures of DESIGN section 5 of both, in turns, on the Node.js that runs
 * this, without compiled code that only one of the two has.
 */
import { type Build, BUILDS, type Child, pause, startBuild } from '../child.ts';
import { median } from '../compile.ts';
import { fetchAll } from '../fetch-all.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { load } from '../http-load.ts';
import { startIdleProcesses } from '../idle-processes.ts';
import { startOnce } from './start.ts';

const PORT = 61_420;
const STARTS = 7;
const CYCLE_MS = 2000;
const WARM_UP = 15;
const ROUNDS = 4;
const CYCLES_PER_ROUND = 4;
const IDLE_SECONDS = 60;
const LOADS = 3;
const LOAD_SECONDS = 2;

/** One figure of each build, in their order. */
interface Compared {
  name: string;
  values: number[];
  /** True where more is better. */
  isSpeed?: boolean;
}

/** The median of each build over rounds in which all are measured once. */
async function inTurns<Item>(
  items: readonly Item[],
  rounds: number,
  measure: (item: Item, index: number) => Promise<number>,
): Promise<number[]> {
  const values: number[][] = items.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, item] of items.entries()) values[index]?.push(await measure(item, index));
  return values.map(median);
}

/** CPU of each agent during `work`, in milliseconds. */
async function cpuDuring(agents: readonly Child[], work: () => Promise<void>): Promise<number[]> {
  const before = agents.map((agent) => agent.cpuMs());
  await work();
  return agents.map((agent, index) => agent.cpuMs() - (before[index] ?? 0));
}

async function poll(agents: readonly Child[], cycles: number): Promise<void> {
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const end = performance.now() + CYCLE_MS;
    for (const index of agents.keys()) await fetchAll(PORT + index);
    await pause(end - performance.now());
  }
}

const residentMb = (agents: readonly Child[]): number[] => agents.map((agent) => agent.residentMb());

/** @returns the figures of all builds, the first of which is compared with the others */
export async function compareBuilds(builds: readonly Build[]): Promise<Compared[]> {
  const starts = await inTurns(builds, STARTS, async (build) => (await startOnce(build)).cpuMs);
  const idle = await startIdleProcesses(1000);
  const agents: Child[] = [];
  try {
    for (const [index, build] of builds.entries())
      agents.push(await startBuild(build, PORT + index, ['--disable-archive']));
    await poll(agents, WARM_UP);
    const rounds: number[][] = builds.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      const costs = await cpuDuring(agents, () => poll(agents, CYCLES_PER_ROUND));
      costs.forEach((cost, index) => rounds[index]?.push(cost / CYCLES_PER_ROUND));
    }
    const memory = residentMb(agents);
    await pause(IDLE_SECONDS * 1000);
    const idleCosts = await cpuDuring(agents, () => pause(IDLE_SECONDS * 1000));
    const idleMemory = residentMb(agents);
    const speedOf = (path: string): Promise<number[]> =>
      inTurns(agents, LOADS, async (_, index) => {
        const setup = { port: PORT + index, path, connections: 8, seconds: LOAD_SECONDS };
        return (await load(setup)).requestsPerSecond;
      });
    return [
      { name: 'start to the first complete /all, ms of CPU', values: starts },
      { name: 'a cycle with 1,000 processes, ms of CPU', values: rounds.map(median) },
      { name: 'resident memory after a minute of polling, MB', values: memory },
      { name: 'idle, ms of CPU per minute', values: idleCosts },
      { name: 'resident memory after two idle minutes, MB', values: idleMemory },
      { name: '/api/4/cpu, requests per second', values: await speedOf('/api/4/cpu'), isSpeed: true },
      { name: '/api/4/all, requests per second', values: await speedOf('/api/4/all'), isSpeed: true },
    ];
  } finally {
    for (const agent of agents) await agent.stop();
    await idle.stop();
  }
}

/** A trick stays only if a figure is more than 10 % worse without it. */
const WORSE = 1.1;

export const measureTricks: Measure = async () => {
  if (BUILDS.length < 2) throw new Error('GANDER_BEFORE names the bin/gander of a build without the trick');
  return (await compareBuilds(BUILDS)).map(({ name, values, isSpeed }): Figure => {
    const [own = Number.NaN, without = Number.NaN] = values;
    const worse = isSpeed ? own / without : without / own;
    return {
      name,
      value: digits(own),
      peer: `without the trick: ${digits(without)} (${digits(worse)} × worse)`,
      reach: `> ${WORSE} × worse in one row`,
      isReached: worse > WORSE,
    };
  });
};
