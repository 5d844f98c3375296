import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../compile.ts';
import { pause } from '../child.ts';
import { digits, type Measure } from '../figure.ts';

const PORT = 61_395;
const STARTS = 7;
export const gander = join(import.meta.dirname, '../../bin/gander');

async function fetchOnceUp(): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/4/all`);
      await answer.arrayBuffer();
      return;
    } catch {
      await pause(2);
    }
  }
}

/** An earlier build to be measured beside this one: path of its `bin/gander`. */
const BEFORE = process.env['GANDER_BEFORE'];

interface Start {
  seconds: number;
  cpuMs: number;
}

/** @param environment variables beside those of the benchmark */
export async function startOnce(
  program: string,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Start> {
  const before = performance.now();
  const agent = spawn(
    process.execPath,
    [program, '-w', '-B', '127.0.0.1', '-p', String(PORT), '--disable-archive', ...flags],
    { stdio: 'ignore', env: { ...process.env, ...environment } },
  );
  await fetchOnceUp();
  const seconds = (performance.now() - before) / 1000;
  const cpuMs = cpuOf(agent.pid ?? 0);
  agent.kill('SIGTERM');
  await once(agent, 'exit');
  return { seconds, cpuMs };
}

/** CPU milliseconds of all threads that there are, by the scheduler. */
const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map(
      (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6,
    )
    .reduce((sum, ms) => sum + ms, 0);

/** An empty Node program, which no agent in Node can beat. */
async function startNode(): Promise<number> {
  const before = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return (performance.now() - before) / 1000;
}

/** From the start of the process to the last byte of the first `/all`. */
export const measureStart: Measure = async () => {
  const programs = [gander, ...(BEFORE === undefined ? [] : [BEFORE])];
  const starts: Start[][] = programs.map(() => []);
  const peer: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    for (const [index, program] of programs.entries()) starts[index]?.push(await startOnce(program));
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
