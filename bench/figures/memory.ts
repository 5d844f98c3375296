import { BUILDS, type Child, pause, startBuilds } from '../child.ts';
import { fetchAll } from '../fetch-all.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';

const PORT = 61_394;
/** Fetches of `/all` at the usual pace. */
const FETCHES = 30;
const PACE_MS = 2000;
/** An hour has 1,800 samples of two seconds; at a tenth of a second they take three minutes. */
const REFRESH_SECONDS = 0.1;
const SAMPLES = 1800;
const HALF_MS = (SAMPLES / 2) * REFRESH_SECONDS * 1000;

const residentOf = (agents: readonly Child[]): number[] => agents.map((agent) => agent.residentMb());

/** One agent of each build. */
interface Running {
  agents: readonly Child[];
  /** Port of the first; the others follow. */
  port: number;
}

/** Fetches from all and returns their usage. */
async function fetchAt({ agents, port }: Running, fetches: number, paceMs: number): Promise<number[]> {
  for (let count = 0; count < fetches; count += 1) {
    const end = performance.now() + paceMs;
    for (const index of agents.keys()) await fetchAll(port + index);
    await pause(end - performance.now());
  }
  return residentOf(agents);
}

const withBefore = (text: (index: number) => string, { length }: readonly Child[]): string =>
  length === 1 ? text(0) : `${text(0)}; before: ${text(1)}`;

interface Beside {
  processes: number;
  /** Number of busy ones; default: none. */
  working?: number;
}

interface Case {
  flags?: readonly string[];
  measure(running: Running): Promise<Figure>;
}

/** Runs all cases concurrently beside this many processes. */
async function beside({ processes, working = 0 }: Beside, cases: readonly Case[]): Promise<Figure[]> {
  const idle = await startIdleProcesses(processes, working);
  try {
    return await Promise.all(
      cases.map(async ({ flags = [], measure }, place) => {
        const port = PORT + place * BUILDS.length;
        const agents = await startBuilds(port, flags);
        try {
          return await measure({ agents, port });
        } finally {
          for (const agent of agents) await agent.stop();
        }
      }),
    );
  } finally {
    await idle.stop();
  }
}

const usual = ({ processes, working = 0 }: Beside, reach: number): Case => ({
  async measure(running) {
    const resident = await fetchAt(running, FETCHES, PACE_MS);
    const of = working === 0 ? '' : `, of which ${working} work`;
    return {
      name: `Resident memory, ${processes.toLocaleString('en')} processes${of}, /all fetched every 2 s for a minute`,
      value: withBefore((index) => `${digits(resident[index] ?? Number.NaN)} MB`, running.agents),
      peer: 'none',
      reach: `≤ ${reach} MB`,
      isReached: (resident[0] ?? Number.NaN) <= reach,
    };
  },
});

const measureUsual = (machine: Beside, reach: number): Promise<Figure[]> =>
  beside(machine, [usual(machine, reach)]);

const full: Case = {
  flags: ['-t', String(REFRESH_SECONDS)],
  async measure(running) {
    const whenFull = await fetchAt(running, (HALF_MS * 1.4) / 400, 400);
    const end = await fetchAt(running, (HALF_MS * 0.6) / 400, 400);
    const mb = (list: readonly number[], index: number): string => digits(list[index] ?? Number.NaN);
    return {
      name: `Resident memory after ${SAMPLES} samples of 1,000 processes, full history`,
      value: withBefore(
        (index) => `${mb(end, index)} MB (${mb(whenFull, index)} MB when the history was full)`,
        running.agents,
      ),
      peer: 'none',
      reach: '≤ 70 MB, flat',
      isReached: (end[0] ?? Number.NaN) <= 70 && (end[0] ?? 0) - (whenFull[0] ?? 0) <= 10,
    };
  },
};

const THOUSAND: Beside = { processes: 1000 };

/** MB, extrapolated from the growth per process between 1,000 and 5,000. */
const OF_TEN_THOUSAND = 138;

/** Resident memory at the usual pace, and after as many samples as an hour has, with everything awake and a full history. */
export const measureMemory: Measure = async () => [
  // The minute and the three of the history at the same time: six minutes in all.
  ...(await beside(THOUSAND, [usual(THOUSAND, 70), full])),
  ...(await measureUsual({ ...THOUSAND, working: 100 }, 70)),
  ...(await measureUsual({ processes: 5000 }, 100)),
  ...(await measureUsual({ processes: 10_000 }, OF_TEN_THOUSAND)),
];

const MANY = 5000;
/** Rounds of concurrent requests. */
const AT_ONCE = 40;
const BURSTS = 5;

const peak: Case = {
  async measure(running) {
    const { agents, port } = running;
    const before = await fetchAt(running, FETCHES / 2, PACE_MS);
    for (let burst = 0; burst < BURSTS; burst += 1)
      for (const index of agents.keys())
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, one) =>
            fetchAll(port + index, one % 2 === 0 ? 'gzip' : 'identity'),
          ),
        );
    const most = residentOf(agents);
    const after = await fetchAt(running, FETCHES / 2, PACE_MS);
    const mb = (list: readonly number[], index: number): string => digits(list[index] ?? Number.NaN);
    return {
      name: `Resident memory with ${MANY.toLocaleString('en')} processes, /all fetched every 2 s, half a minute after a peak of requests`,
      value: withBefore(
        (index) =>
          `${mb(after, index)} MB (${mb(before, index)} MB before the peak, then ${mb(most, index)})`,
        agents,
      ),
      peer: 'none',
      reach: '≤ 100 MB, back to it',
      isReached: (after[0] ?? Number.NaN) <= Math.min(100, (before[0] ?? 0) + 10),
    };
  },
};

/** Resident memory with many processes at the usual pace; at a peak of requests, and half a minute after it. */
export const measurePeak: Measure = () => beside({ processes: MANY }, [peak]);
