import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addApiKey } from '../../src/net/credentials/api-key-file.ts';
import { hashPassword } from '../../src/net/credentials/password-hash.ts';
import { savePassword } from '../../src/net/credentials/password-file.ts';
import { type Child, startAgent } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { load } from '../http-load.ts';

const OPEN_PORT = 61_396;
const PORT = 61_397;
const PATH = '/api/4/cpu';
const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 8;
const USER = 'gander';
const PASSWORD = 'benchmark';
const REACH = 1.25;

/** The header of each way to log in. */
async function headersOf(folder: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ username: USER, password: PASSWORD });
  const reply = await fetch(`http://127.0.0.1:${PORT}/api/4/token`, { method: 'POST', body });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return {
    Basic: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`,
    'a Bearer token': `Bearer ${token}`,
    'an API key': `Bearer ${await addApiKey(`${folder}/api-keys.json`, `key-${process.pid}`)}`,
  };
}

/** One way to ask: the best throughput of some rounds, and what a request cost at best. */
interface Cost {
  requestsPerSecond: number;
  /** CPU time of the server, in microseconds; it says more than throughput where other programs run. */
  cpuPerRequest: number;
}

/** The cost of authentication: every way to log in beside a server without a password. */
export const measureAuth: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const config = join(folder, 'gander.conf');
  writeFileSync(config, `[passwords]\nlocal_password_path=${folder}\n`);
  await savePassword(folder, { user: USER, hash: await hashPassword(PASSWORD) });
  const open = await startAgent(OPEN_PORT);
  const agent = await startAgent(PORT, '--password', '-C', config);
  try {
    const headers = await headersOf(folder);
    await untilAccepted(headers);
    const { none, ...ways } = await measureAll(open, agent, headers);
    if (none === undefined) return [];
    return Object.entries(ways).map(([name, cost]) => figureOf(name, cost, none));
  } finally {
    await Promise.all([agent.stop(), open.stop()]);
    rmSync(folder, { recursive: true });
  }
};

function figureOf(name: string, own: Cost, peer: Cost): Figure {
  const ratio = own.cpuPerRequest / peer.cpuPerRequest;
  return {
    name: `${PATH} with ${name}, requests per second (CPU of one)`,
    value: `${digits(own.requestsPerSecond)} (${digits(own.cpuPerRequest)} µs, ${digits(ratio)} × peer)`,
    peer: `no password: ${digits(peer.requestsPerSecond)} (${digits(peer.cpuPerRequest)} µs)`,
    reach: `CPU ≤ ${REACH} × peer`,
    isReached: ratio <= REACH,
  };
}

/** A key that was just added is known to the server within seconds. */
async function untilAccepted(headers: Record<string, string>): Promise<void> {
  for (const authorization of Object.values(headers)) {
    while ((await fetch(`http://127.0.0.1:${PORT}${PATH}`, { headers: { authorization } })).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The best of some rounds, all taking turns. */
async function measureAll(
  open: Child,
  agent: Child,
  headers: Record<string, string>,
): Promise<Record<string, Cost>> {
  const best: Record<string, Cost> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, authorization] of Object.entries(headers)) {
      // As often as the other: V8 has optimized both for as many requests.
      best['none'] = better(best['none'], await measure(open, OPEN_PORT, {}));
      best[name] = better(best[name], await measure(agent, PORT, { authorization }));
    }
  }
  return best;
}

async function measure(server: Child, port: number, headers: Record<string, string>): Promise<Cost> {
  const before = server.cpuMs();
  const setup = { path: PATH, connections: CONNECTIONS, seconds: SECONDS, port, headers };
  const { requestsPerSecond } = await load(setup);
  const cpuMs = server.cpuMs() - before;
  return { requestsPerSecond, cpuPerRequest: (cpuMs * 1000) / (requestsPerSecond * SECONDS) };
}

const better = (a: Cost | undefined, b: Cost): Cost => ({
  requestsPerSecond: Math.max(a?.requestsPerSecond ?? 0, b.requestsPerSecond),
  cpuPerRequest: Math.min(a?.cpuPerRequest ?? Infinity, b.cpuPerRequest),
});
