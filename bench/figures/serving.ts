import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAgent, startBareServer } from '../child.ts';
import { digits, type Measure } from '../figure.ts';
import { load } from '../http-load.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_392;
const BARE_PORT = 61_393;
const PATH = '/api/4/cpu';
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 8;

/** Requests per second, best of some rounds, ours and the bare server's taking turns. */
export const measureThroughput: Measure = async () => {
  const agent = await startAgent(PORT);
  const body = await (await fetch(`http://127.0.0.1:${PORT}${PATH}`)).text();
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  writeFileSync(join(folder, 'body.json'), body);
  const bare = await startBareServer(join(folder, 'body.json'), BARE_PORT);
  try {
    let own = 0;
    let peer = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const setup = { path: PATH, connections: CONNECTIONS, seconds: SECONDS };
      own = Math.max(own, (await load({ ...setup, port: PORT })).requestsPerSecond);
      peer = Math.max(peer, (await load({ ...setup, port: BARE_PORT })).requestsPerSecond);
    }
    return [
      {
        name: `${PATH}, requests per second`,
        value: `${digits(own)} (${digits(own / peer)} × peer)`,
        peer: `bare node:http, same bytes: ${digits(peer)}`,
        reach: '≥ 0.6 × peer',
        isReached: own >= 0.6 * peer,
      },
    ];
  } finally {
    await bare.stop();
    await agent.stop();
    rmSync(folder, { recursive: true });
  }
};

/** Latency of a small answer while 5,000 processes are scanned and a client fetches everything. */
export const measureLatency: Measure = async () => {
  const idle = await startIdleProcesses(5000);
  const agent = await startAgent(PORT);
  try {
    const seconds = 30;
    const all = load({ port: PORT, path: '/api/4/all', connections: 1, seconds, pauseMs: 2000 });
    const small = await load({ port: PORT, path: PATH, connections: 4, seconds, pauseMs: 5 });
    await all;
    return [
      {
        name: `${PATH}, 99th percentile, while 5,000 processes are scanned every 2 s and a client fetches /all`,
        value: `${digits(small.p99)} ms (median ${digits(small.p50)}, max ${digits(small.max)})`,
        peer: 'none',
        reach: '≤ 10 ms',
        isReached: small.p99 <= 10,
      },
    ];
  } finally {
    await agent.stop();
    await idle.stop();
  }
};
