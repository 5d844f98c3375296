import { existsSync } from 'node:fs';
import { type Child, pause, startAgent, startChild } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_399;
const PEER_PORT = 61_400;
const NODE_EXPORTER = '/usr/bin/prometheus-node-exporter';
const PROCESSES = 1000;
const SCRAPES = 40;
/** Scrapes that are closer share one answer. */
const APART_MS = 300;
const REACH = 0.5;
const REACH_MS = 3;

/** CPU milliseconds that a program uses while something is asked of it at the pace of the scrapes. */
async function costOf(child: Child, url: string | null): Promise<number> {
  const cpu = child.cpuMs();
  for (let scrape = 0; scrape < SCRAPES; scrape += 1) {
    if (url !== null) await (await fetch(url)).arrayBuffer();
    await pause(APART_MS);
  }
  return child.cpuMs() - cpu;
}

/** CPU of one scrape, without that of the sampling that goes on beside it. */
async function scrapeCost(child: Child, url: string): Promise<number> {
  await (await fetch(url)).arrayBuffer();
  const alone = await costOf(child, null);
  return Math.max(0, (await costOf(child, url)) - alone) / SCRAPES;
}

export const measureMetrics: Measure = async () => {
  const idle = await startIdleProcesses(PROCESSES);
  const agent = await startAgent(PORT, '--disable-plugin', 'alert');
  const address = `http://127.0.0.1:${PORT}/metrics`;
  // Keeps everything sampled throughout, as scrapes do.
  const awake = setInterval(() => void fetch(`http://127.0.0.1:${PORT}/api/4/processcount`), 2000);
  try {
    const peer = existsSync(NODE_EXPORTER) ? await peerCost() : null;
    const node = await scrapeCost(agent, `${address}/node`);
    const own = await scrapeCost(agent, address);
    const figures: Figure[] = [
      {
        name: `CPU of one scrape of /metrics, ${PROCESSES.toLocaleString('en')} processes`,
        value: `${digits(own)} ms`,
        peer: 'none',
        reach: `≤ ${REACH_MS} ms`,
        isReached: own <= REACH_MS,
      },
    ];
    if (peer !== null)
      figures.unshift({
        name: `CPU of one scrape of /metrics/node, ${PROCESSES.toLocaleString('en')} processes`,
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
};

async function peerCost(): Promise<number> {
  const peer = await startChild(
    '/bin/sh',
    // It says that it listens on stderr.
    ['-c', `exec ${NODE_EXPORTER} --web.listen-address=127.0.0.1:${PEER_PORT} 2>&1`],
    'Listening on',
  );
  try {
    return await scrapeCost(peer, `http://127.0.0.1:${PEER_PORT}/metrics`);
  } finally {
    await peer.stop();
  }
}
