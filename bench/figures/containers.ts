import { createHost } from '../../src/measure/host/local-host.ts';
import plugin from '../../src/measure/plugins/containers/containers.ts';
import { ENGINE_PROGRAMS, startEngines, type ContainerEngines } from '../../test/support/live-engines.ts';
import { lacking } from '../../test/support/live-tools.ts';
import { optionsFrom } from '../../test/support/step-plugin.ts';
import { pause, startAgent } from '../child.ts';
import { digits, type Measure } from '../figure.ts';

const PORT = 61_397;
const COUNT = 60;
const AT_ONCE = 6;
const CYCLES = 15;
const CYCLE_MS = 1000;
const REQUESTS = 100;

/** Docker with 60 containers: what the plugin costs, and how soon `/containers` answers. */
export const measureContainers: Measure = async () => {
  if (lacking('figure containers', { root: true, programs: ENGINE_PROGRAMS }) !== null) return [];
  const engines = await startEngines();
  try {
    await startContainers(engines);
    process.env['DOCKER_HOST'] = `unix://${engines.socket('docker')}`;
    const cycle = await cycleCost();
    const answer = await answerTime();
    return [
      {
        name: `CPU of one sample of ${COUNT} containers`,
        value: `${digits(cycle)} ms`,
        peer: 'none',
        reach: '≤ 15 ms',
        isReached: cycle <= 15,
      },
      {
        name: `/containers with ${COUNT} containers, 99th percentile`,
        value: `${digits(answer)} ms`,
        peer: 'none',
        reach: '≤ 10 ms',
        isReached: answer <= 10,
      },
    ];
  } finally {
    delete process.env['DOCKER_HOST'];
    await engines.stop();
  }
};

async function startContainers(engines: ContainerEngines): Promise<void> {
  for (let from = 0; from < COUNT; from += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_, index) => `bench-${from + index}`);
    await Promise.all(names.map((name) => engines.run('docker', name, 'sleep 1000')));
  }
}

async function cycleCost(): Promise<number> {
  const reader = plugin.create({
    host: createHost(),
    options: optionsFrom(plugin, {}) as never,
    use: () => () => undefined as never,
    instance: () => ({ order: () => 'cpu_percent' }) as never,
    refresh: 2,
    again: () => {},
    notice: () => {},
  });
  let spent = 0;
  for (let cycle = -5; cycle < CYCLES; cycle += 1) {
    const before = process.cpuUsage();
    const items = await reader.read();
    const { user, system } = process.cpuUsage(before);
    if (cycle >= 0) {
      spent += (user + system) / 1000;
      if (items.length < COUNT) throw new Error(`${items.length} containers in place of ${COUNT}`);
    }
    await pause(CYCLE_MS);
  }
  return spent / CYCLES;
}

/** While the agent samples every two seconds. */
async function answerTime(): Promise<number> {
  const agent = await startAgent(PORT);
  try {
    const ask = async (): Promise<number> => {
      const from = performance.now();
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/4/containers`);
      const items = (await answer.json()) as unknown[];
      if (items.length < COUNT) throw new Error(`${items.length} containers in place of ${COUNT}`);
      return performance.now() - from;
    };
    await fetch(`http://127.0.0.1:${PORT}/api/4/containers`);
    await pause(5000);
    const times: number[] = [];
    for (let request = 0; request < REQUESTS; request += 1) {
      times.push(await ask());
      await pause(50);
    }
    return times.toSorted((a, b) => a - b)[Math.ceil(REQUESTS * 0.99) - 1] ?? Number.NaN;
  } finally {
    await agent.stop();
  }
}
