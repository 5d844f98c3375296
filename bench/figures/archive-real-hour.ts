/**
 * Memory of an agent with and without history on disk, over an hour as it passes. It takes that hour: `npm run bench -- hour`
 * alone runs it.
 */
import { type Child, OWN, pause, startBuild } from '../child.ts';
import { median } from '../compile.ts';
import { digits, type Measure } from '../figure.ts';

const PORT = 61_395;
const MINUTES = 60;
/** Memory moves up and down with each collection: the middle of the last minutes counts. */
const LAST = 15;

export const measureRealHour: Measure = async () => {
  const agents: Child[] = [
    await startBuild(OWN, PORT),
    await startBuild(OWN, PORT + 1, ['--disable-archive']),
  ];
  try {
    const sizes: number[][] = agents.map(() => []);
    const before = agents.map((agent) => agent.cpuMs());
    for (let minute = 0; minute < MINUTES; minute += 1) {
      await pause(60_000);
      agents.forEach((agent, index) => sizes[index]?.push(agent.residentMb()));
    }
    const [own = 0, without = 0] = sizes.map((all) => median(all.slice(-LAST)));
    const [cpu = 0, cpuWithout = 0] = agents.map((agent, index) => agent.cpuMs() - (before[index] ?? 0));
    return [
      {
        name: 'History on disk, resident memory after an hour at the real pace',
        value: `${digits(own - without)} MB more (${digits(own)} MB), CPU ${digits(cpu / cpuWithout)} ×`,
        peer: `without: ${digits(without)} MB`,
        reach: '≤ 10 MB more',
        isReached: own - without <= 10,
      },
    ];
  } finally {
    for (const agent of agents) await agent.stop();
  }
};
