import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Build, BUILDS, cpuOf, pause } from '../child.ts';
import { median } from '../compile.ts';
import { fetchAll } from '../fetch-all.ts';
import { digits, type Measure } from '../figure.ts';

const PORT = 61_395;
const STARTS = 7;

async function fetchOnceUp(): Promise<void> {
  for (;;) {
    try {
      return await fetchAll(PORT, 'gzip');
    } catch {
      await pause(2);
    }
  }
}

interface Start {
  seconds: number;
  cpuMs: number;
}

/** @param environment variables beside those of the benchmark */
export async function startOnce(
  { program, env }: Build,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Start> {
  // Separate folders, so that none reads the events of another.
  const state = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const before = performance.now();
  const agent = spawn(
    process.execPath,
    [program, '-w', '-B', '127.0.0.1', '-p', String(PORT), '--disable-archive', ...flags],
    { stdio: 'ignore', env: { ...process.env, STATE_DIRECTORY: state, ...env, ...environment } },
  );
  await fetchOnceUp();
  const seconds = (performance.now() - before) / 1000;
  const cpuMs = cpuOf(agent.pid ?? 0);
  agent.kill('SIGTERM');
  await once(agent, 'exit');
  rmSync(state, { recursive: true, force: true });
  return { seconds, cpuMs };
}

/** An empty Node program, which no agent in Node can beat. */
async function startNode(): Promise<number> {
  const before = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return (performance.now() - before) / 1000;
}

/** From the start of the process to the last byte of the first `/all`. */
export const measureStart: Measure = async () => {
  const starts: Start[][] = BUILDS.map(() => []);
  const peer: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    for (const [index, build] of BUILDS.entries()) starts[index]?.push(await startOnce(build));
    peer.push(await startNode());
  }
  const empty = median(peer);
  const medianOf = (list: readonly Start[], key: keyof Start): number => median(list.map((one) => one[key]));
  const [own = Number.NaN, before] = starts.map((list) => medianOf(list, 'seconds'));
  const [cpu, cpuBefore] = starts.map((list) => `${digits(medianOf(list, 'cpuMs'))} ms of CPU`);
  const told = (seconds: number, cost = ''): string =>
    `${digits(seconds)} s (${digits(seconds / empty)} × peer, ${cost})`;
  return [
    {
      name: 'Start to first complete /all',
      value: `${told(own, cpu)}${before === undefined ? '' : `; before: ${told(before, cpuBefore)}`}`,
      peer: `Node running nothing: ${digits(empty)} s`,
      reach: '≤ 4 × peer',
      isReached: own <= 4 * empty,
    },
  ];
};
