import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../compile.ts';
import { pause } from '../child.ts';
import { digits, type Measure } from '../figure.ts';

const PORT = 61_395;
const STARTS = 7;
const gander = join(import.meta.dirname, '../../bin/gander');

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

async function startOnce(): Promise<number> {
  const before = performance.now();
  const agent = spawn(
    process.execPath,
    [gander, '-w', '-B', '127.0.0.1', '-p', String(PORT), '--disable-archive'],
    {
      stdio: 'ignore',
    },
  );
  await fetchOnceUp();
  const seconds = (performance.now() - before) / 1000;
  agent.kill('SIGTERM');
  await once(agent, 'exit');
  return seconds;
}

/** An empty Node program, which no agent in Node can beat. */
async function startNode(): Promise<number> {
  const before = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return (performance.now() - before) / 1000;
}

/** From the start of the process to the last byte of the first `/all`. */
export const measureStart: Measure = async () => {
  const own: number[] = [];
  const peer: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    own.push(await startOnce());
    peer.push(await startNode());
  }
  const seconds = median(own);
  return [
    {
      name: 'Start to first complete /all',
      value: `${digits(seconds)} s (${digits(seconds / median(peer))} × peer)`,
      peer: `Node running nothing: ${digits(median(peer))} s`,
      reach: '≤ 4 × peer',
      isReached: seconds <= 4 * median(peer),
    },
  ];
};
