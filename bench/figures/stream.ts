import { connect, type Socket } from 'node:net';
import { type Child, pause, startAgent } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_398;
const PROCESSES = 1000;
const READERS = [1, 10, 50] as const;
const SETTLE_MS = 4000;
const MEASURED_MS = 20_000;
const REACH = 1;

/** A client like a page: follows all plugins and discards all frames. */
function openReader(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(PORT, '127.0.0.1', () => {
      socket.write('GET /api/stream?views=true HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    socket.once('data', (head: Buffer) => {
      if (head.toString('latin1').startsWith('HTTP/1.1 200')) resolve(socket.resume());
      else reject(new Error(`unexpected answer: ${head.toString('latin1', 0, 60)}`));
    });
    socket.on('error', reject);
  });
}

/** Percent of one core that the agent uses. */
async function share(agent: Child): Promise<number> {
  await pause(SETTLE_MS);
  const [cpu, start] = [agent.cpuMs(), performance.now()];
  await pause(MEASURED_MS);
  return ((agent.cpuMs() - cpu) / (performance.now() - start)) * 100;
}

/** Keeps everything sampled, as an open page does, with replies of a few bytes. */
function keepAwake(): () => void {
  const timer = setInterval(() => void ask(), 2000);
  return () => clearInterval(timer);
}

async function ask(): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${PORT}/api/4/processcount`);
  await reply.arrayBuffer();
}

/** The cost of open pages (all plugins, 1,000 processes) beside an agent that samples as much and sends next to nothing. */
export const measureStream: Measure = async () => {
  const idle = await startIdleProcesses(PROCESSES);
  // Events would keep process scans active and include other load in the figure.
  const agent = await startAgent(PORT, '--disable-plugin', 'alert');
  const sockets: Socket[] = [];
  try {
    const rest = keepAwake();
    const alone = await share(agent).finally(rest);
    const figures: Figure[] = [];
    for (const readers of READERS) {
      while (sockets.length < readers) sockets.push(await openReader());
      const own = await share(agent);
      const each = Math.max(0, own - alone) / readers;
      figures.push({
        name: `Open streams of all plugins, ${PROCESSES.toLocaleString('en')} processes: ${readers}`,
        value: `${each.toFixed(2)} % of a core each (${digits(own)} % in all, ${digits(agent.residentMb())} MB)`,
        peer: `sampling alone: ${digits(alone)} %`,
        reach: `≤ ${REACH} % each`,
        isReached: each <= REACH,
      });
    }
    return figures;
  } finally {
    for (const socket of sockets) socket.destroy();
    await agent.stop();
    await idle.stop();
  }
};
