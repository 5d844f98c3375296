import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, startAgent, type Child } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_391;
const CYCLES = 15;
const CYCLE_MS = 2000;
const IDLE_SECONDS = 60;

const fetchAll = async (): Promise<void> => {
  // Without compression, which most clients on the same network do not ask for.
  const headers = { 'accept-encoding': 'identity' };
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/4/all`, { headers });
  await answer.arrayBuffer();
};

/** An event that lasts keeps the process scan awake; a machine that runs benchmarks is rarely without one. */
function quietConfig(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'gander-bench-')), 'gander.conf');
  writeFileSync(path, '[alert]\ndisable=True\n');
  return path;
}

/** CPU per cycle while `/all` is fetched every two seconds. */
async function busyCycle(agent: Child): Promise<number> {
  for (let warm = 0; warm < 3; warm += 1) {
    await fetchAll();
    await pause(CYCLE_MS);
  }
  const before = agent.cpuMs();
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    await fetchAll();
    await pause(CYCLE_MS);
  }
  return (agent.cpuMs() - before) / CYCLES;
}

/** Share of one core while nobody asks. */
async function idleShare(agent: Child): Promise<number> {
  await pause(15_000);
  const before = agent.cpuMs();
  await pause(IDLE_SECONDS * 1000);
  return ((agent.cpuMs() - before) / (IDLE_SECONDS * 1000)) * 100;
}

/** CPU of one run of ps over all processes, with the columns that come nearest to a process list. */
function psCost(): number | null {
  const script =
    'import os,subprocess,sys;subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL);t=os.times();print((t[2]+t[3])*1000)';
  const columns = 'pid,comm,args,user,s,ni,nlwp,pcpu,pmem,rss,vsz,time';
  const run = spawnSync('python3', ['-c', script, 'ps', '-eo', columns], { encoding: 'utf8' });
  return run.status === 0 ? Number(run.stdout) : null;
}

/** CPU of whole cycles, busy and idle, with 1,000 processes. */
export const measureCycles: Measure = async () => {
  const idle = await startIdleProcesses(1000);
  const agent = await startAgent(PORT, '-C', quietConfig());
  try {
    const cycle = await busyCycle(agent);
    const ps = psCost();
    const share = await idleShare(agent);
    const figures: Figure[] = [
      {
        name: 'CPU of one full cycle, all plugins, /all fetched every 2 s, 1,000 processes',
        value: `${digits(cycle)} ms`,
        peer: ps === null ? 'ps: not measured (no python3)' : `one run of ps: ${digits(ps)} ms`,
        reach: '≤ 12 ms',
        isReached: cycle <= 12,
      },
      {
        name: 'Idle agent, 1,000 processes, share of one core',
        value: `${digits(share)} %`,
        peer: 'none',
        reach: '≤ 0.3 %',
        isReached: share <= 0.3,
      },
    ];
    return figures;
  } finally {
    await agent.stop();
    await idle.stop();
  }
};
