/** Scrapes of `/metrics`, compared with Debian's exporters for the same metrics. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, pause, startAgent, startChild } from '../child.ts';
import { fetchAll } from '../fetch-all.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { load } from '../http-load.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_399;
/** One per program: connections to an ended program would be reused. */
const PEER_PORTS = { node: 61_400, process: 61_404 };
const NODE_EXPORTER = '/usr/bin/prometheus-node-exporter';
const PROCESS_EXPORTER = '/usr/bin/prometheus-process-exporter';
const PROCESSES = 1000;
const SCRAPES = 40;
/** For scrapes that cost a hundred milliseconds, and for those that cost little. */
const FEW = 15;
/** Scrapes within this time share one reply. */
const APART_MS = 300;
/** Fewer than the agent takes. */
const COLUMNS_AT_ONCE = 20;
const REACH = 0.5;
const REACH_PROCESSES = 0.2;
const REACH_MS = 3;
const REACH_SECOND_MS = 0.3;
const REACH_LATE_MS = 10;

const scrape = async (url: string): Promise<void> => void (await (await fetch(url)).arrayBuffer());

/** CPU milliseconds of a program during this many requests at scrape pace. */
async function costOf(child: Child, url: string, times: number, rounds: number): Promise<number> {
  const cpu = child.cpuMs();
  for (let round = 0; round < rounds; round += 1) {
    for (let time = 0; time < times; time += 1) await scrape(url);
    await pause(APART_MS);
  }
  return child.cpuMs() - cpu;
}

/** CPU of one scrape, without that of concurrent sampling. */
async function scrapeCost(child: Child, url: string, rounds = SCRAPES): Promise<number> {
  await scrape(url);
  const alone = await costOf(child, url, 0, rounds);
  return Math.max(0, (await costOf(child, url, 1, rounds)) - alone) / rounds;
}

/** CPU of a scrape immediately after another. */
async function sharedCost(child: Child, url: string): Promise<number> {
  const single = await costOf(child, url, 1, FEW);
  return Math.max(0, (await costOf(child, url, 2, FEW)) - single) / FEW;
}

export const measureMetrics: Measure = async () => [
  ...(await measureScrapes()),
  ...(await measureLateScrapes()),
];

/** Keeps everything sampled, as scrapes do, so sampling is not counted as their cost. */
async function keepAwake(): Promise<NodeJS.Timeout> {
  const agent = `http://127.0.0.1:${PORT}/api`;
  const plugins = (await (await fetch(`${agent}/plugins`)).json()) as { name: string; state: string }[];
  const present = plugins.filter(({ state }) => state !== 'unsupported');
  const columns = present.map(({ name }) => `${name}:any`);
  return setInterval(() => {
    for (let at = 0; at < columns.length; at += COLUMNS_AT_ONCE)
      void scrape(`${agent}/values?of=${columns.slice(at, at + COLUMNS_AT_ONCE).join()}`);
  }, 2000);
}

async function measureScrapes(): Promise<Figure[]> {
  const idle = await startIdleProcesses(PROCESSES);
  const agent = await startAgent(PORT, '--disable-plugin', 'alert');
  const address = `http://127.0.0.1:${PORT}/metrics`;
  const awake = await keepAwake();
  try {
    const peer = await peerCost(NODE_EXPORTER, PEER_PORTS.node);
    const processes = await processExporterCost();
    const node = await scrapeCost(agent, `${address}/node`);
    const own = await scrapeCost(agent, address);
    const second = await sharedCost(agent, address);
    const beside = PROCESSES.toLocaleString('en');
    const figures: Figure[] = [
      {
        name: `CPU of one scrape of /metrics, ${beside} processes`,
        value: `${digits(own)} ms${processes === null ? '' : ` (${digits(own / processes)} × peer)`}`,
        peer: processes === null ? 'none' : `process-exporter, by program: ${digits(processes)} ms`,
        reach: `≤ ${REACH_MS} ms, ≤ ${REACH_PROCESSES} × peer`,
        isReached: own <= REACH_MS && (processes === null || own <= REACH_PROCESSES * processes),
      },
      {
        name: 'CPU of one more scrape within a quarter of a second',
        value: `${digits(second)} ms`,
        peer: `the first: ${digits(own)} ms`,
        reach: `≤ ${REACH_SECOND_MS} ms`,
        isReached: second <= REACH_SECOND_MS,
      },
    ];
    if (peer !== null)
      figures.unshift({
        name: `CPU of one scrape of /metrics/node, ${beside} processes`,
        value: `${digits(node)} ms (${digits(node / peer)} × peer)`,
        peer: `node_exporter: ${digits(peer)} ms`,
        reach: `≤ ${REACH} × peer`,
        isReached: node <= REACH * peer,
      });
    return figures;
  } finally {
    clearInterval(awake);
    await agent.stop();
    await idle.stop();
  }
}

/** Latency of scrapes while 2,000 processes are scanned and a client fetches everything. */
async function measureLateScrapes(): Promise<Figure[]> {
  const idle = await startIdleProcesses(2 * PROCESSES);
  const agent = await startAgent(PORT);
  const all = setInterval(() => void fetchAll(PORT), 2000);
  try {
    const setup = { port: PORT, connections: 2, seconds: 20 };
    // Both connections would wait for it, so it alone would be the 99th percentile of 130.
    const start = performance.now();
    await scrape(`http://127.0.0.1:${PORT}/metrics`);
    const first = performance.now() - start;
    const [scrapes, small] = await Promise.all([
      load({ ...setup, path: '/metrics', pauseMs: APART_MS }),
      load({ ...setup, path: '/api/4/cpu', pauseMs: 10 }),
    ]);
    return [
      {
        name: '/metrics, 99th percentile, while 2,000 processes are scanned every 2 s and a client fetches /all',
        value: `${digits(scrapes.p99)} ms (median ${digits(scrapes.p50)}; the first of all ${digits(first)} ms); /api/4/cpu meanwhile ${digits(small.p99)} ms`,
        peer: 'none',
        reach: `≤ ${REACH_LATE_MS} ms`,
        isReached: Math.max(scrapes.p99, small.p99) <= REACH_LATE_MS,
      },
    ];
  } finally {
    clearInterval(all);
    await agent.stop();
    await idle.stop();
  }
}

/** Null where it is not installed. */
async function processExporterCost(): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const file = join(folder, 'config.json');
  // JSON is YAML. Threads, children and maps of memory are more than the profile shows.
  writeFileSync(file, JSON.stringify({ process_names: [{ name: '{{.Comm}}', cmdline: ['.*'] }] }));
  try {
    return await peerCost(PROCESS_EXPORTER, PEER_PORTS.process, [
      `-config.path=${file}`,
      '-threads=false',
      '-children=false',
      '-gather-smaps=false',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Null where it is not installed. */
async function peerCost(program: string, port: number, args: readonly string[] = []): Promise<number | null> {
  if (!existsSync(program)) return null;
  const url = `http://127.0.0.1:${port}/metrics`;
  // One prints that it listens, the other prints nothing.
  const peer = await startChild(
    '/bin/sh',
    [
      '-c',
      'echo started; exec "$@" 2>&1',
      'sh',
      program,
      `-${program === NODE_EXPORTER ? '-' : ''}web.listen-address=127.0.0.1:${port}`,
      ...args,
    ],
    'started',
  );
  try {
    await answering(url);
    return await scrapeCost(peer, url, program === NODE_EXPORTER ? SCRAPES : FEW);
  } finally {
    await peer.stop();
  }
}

async function answering(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50);
}
