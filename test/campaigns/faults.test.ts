/**
 * The fault campaign: an agent meets one fault after the other. All the time short answers are short, no value is empty that
 * is not, an event that lasts goes on, nobody is told of it twice, and what is resident is bounded. In `npm run test:full` each
 * family of faults comes once; `npm run faults` runs it long. A failure names its seed.
 */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createZombie } from '../support/zombie.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import { isInThisRun } from '../support/full-run.ts';
import { createHangingMounts } from '../support/hanging-mount.ts';
import { pause } from '../support/live-agent.ts';
import { SPAWN_ERRORS } from '../support/failing-spawn.ts';
import { lacking, output } from '../support/live-tools.ts';
import { clientFaults } from './client-faults.ts';
import { clockFaults } from './clock-faults.ts';
import { engineFaults } from './engine-faults.ts';
import { createFaultBench, type FaultBench, fill, PATIENCE } from './fault-bench.ts';
import { memoryFaults } from './memory-faults.ts';

const SEED = Number(process.env['FAULTS_SEED'] ?? 1);

type Fault = (bench: FaultBench) => Promise<void>;
type Family = Readonly<Record<string, Fault>>;

const limitFiles = (pid: number, soft: number | string): void =>
  void output('prlimit', '--pid', String(pid), `--nofile=${soft}:`);

const ENDS: Family = {
  'kill -9': (bench) => bench.restart('SIGKILL'),

  'a proper end': (bench) => bench.restart('SIGTERM'),
};

const DISKS: Family = {
  async 'a full disk'(bench) {
    const makeRoom = fill(bench.state);
    await bench.check('a full disk');
    await pause(500);
    makeRoom();
  },

  async 'kill -9 on a full disk'(bench) {
    const makeRoom = fill(bench.state);
    await bench.restart('SIGKILL');
    await bench.check('a start on a full disk');
    makeRoom();
  },
};

const JOURNAL = 'archive/events';

/** The journal is in the state folder: another event begins and ends, and its lines are beside the ongoing one's. */
async function keepsEvents({ agent, state, alertOfLoad, hook }: FaultBench): Promise<void> {
  const folder = join(state, JOURNAL);
  const texts = (): string =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.startsWith('events-'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  const ends = (): number => texts().match(/"kind":"end".*"type":"LOAD"/g)?.length ?? 0;
  const told = hook.told('LOAD').length;
  const before = ends();
  await alertOfLoad(true);
  await alertOfLoad(false);
  await vi.waitFor(() => {
    const holder = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as { pid: number };
    expect(holder.pid).toBe(agent.pid);
    // Lines of the minute before are repeated if they were lost with a folder.
    expect(ends()).toBeGreaterThan(before);
    expect(texts()).toContain('"type":"MEM"');
    expect(hook.told('LOAD').slice(told)).toEqual(['begin', 'end']);
  }, PATIENCE);
}

const STATES: Family = {
  async 'a removed state folder'(bench) {
    rmSync(join(bench.state, 'archive'), { recursive: true });
    await bench.check('a removed state folder');
    await keepsEvents(bench);
  },

  async 'a replaced state folder'(bench) {
    const folder = join(bench.state, JOURNAL);
    renameSync(folder, `${folder}-old`);
    cpSync(`${folder}-old`, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    rmSync(`${folder}-old`, { recursive: true });
    await bench.check('a replaced state folder');
    await keepsEvents(bench);
  },

  async 'a zombie that holds the lock'(bench) {
    const zombie = await createZombie();
    const lock = join(bench.state, JOURNAL, 'lock');
    await bench.restart('SIGKILL', () => {
      const holder = JSON.parse(readFileSync(lock, 'utf8')) as object;
      writeFileSync(
        lock,
        JSON.stringify({ ...holder, pid: zombie.pid, started: zombie.started, socket: undefined }),
      );
    });
    await bench.check('a zombie that holds the lock');
    await keepsEvents(bench);
    zombie.remove();
  },

  async 'a killed container'(bench) {
    const lock = join(bench.state, JOURNAL, 'lock');
    await bench.restart('SIGKILL', () => {
      const holder = JSON.parse(readFileSync(lock, 'utf8')) as { world: string };
      writeFileSync(lock, JSON.stringify({ ...holder, world: holder.world.replace('pid:', 'pid:9') }));
    });
    await bench.check('a killed container');
    await keepsEvents(bench);
  },
};

const SIGNALS: Family = {
  async 'a reload'({ agent, check }) {
    process.kill(agent.pid, 'SIGHUP');
    await check('a reload');
  },

  /** As on a machine that was suspended: timers are late, and the time since the last sample is long. */
  async 'a standstill'({ agent, check }) {
    process.kill(agent.pid, 'SIGSTOP');
    await pause(3000);
    process.kill(agent.pid, 'SIGCONT');
    await check('a standstill');
  },
};

const DESCRIPTORS: Family = {
  async 'no descriptors'({ agent, check }) {
    const usual = output(
      'prlimit',
      '--pid',
      String(agent.pid),
      '--nofile',
      '--output=SOFT',
      '--noheadings',
    ).trim();
    limitFiles(agent.pid, 16);
    await vi.waitFor(
      async () =>
        expect(await agent.plugin('irq')).toMatchObject({ reason: expect.stringMatching(/open files/) }),
      PATIENCE,
    );
    await check('no descriptors');
    limitFiles(agent.pid, usual);
    await vi.waitFor(async () => expect(await agent.plugin('irq')).toMatchObject({ state: 'ok' }), PATIENCE);
  },
};

const SPAWNS: Family = Object.fromEntries(
  SPAWN_ERRORS.map((code) => [
    `programs that cannot be started (${code})`,
    async ({ agent, spawns, check }) => {
      const amps = async () => {
        const [{ result = null } = {}] = await agent.get<{ result?: string | null }[]>('/amps');
        return { result, reason: (await agent.plugin('amps')).reason };
      };
      spawns.set(code);
      await vi.waitFor(
        async () =>
          expect(await amps()).toMatchObject({ reason: expect.stringMatching(/echo could not be started/) }),
        PATIENCE,
      );
      await check(code);
      spawns.set(null);
      await vi.waitFor(
        async () => expect(await amps()).toEqual({ result: 'probed', reason: null }),
        PATIENCE,
      );
    },
  ]),
);

const MOUNTS: Family = {
  async 'a mount that hangs'({ agent, check }) {
    const mounts = await createHangingMounts(1);
    if (typeof mounts === 'string') return console.warn(`skipped: a mount that hangs (${mounts})`);
    const [dead = ''] = mounts.paths;
    try {
      await vi.waitFor(async () => expect((await agent.plugin('fs')).reason).toContain(dead), PATIENCE);
      await check('a mount that hangs');
    } finally {
      mounts.remove();
    }
    await vi.waitFor(
      async () => expect((await agent.plugin('fs')).reason ?? '').not.toContain(dead),
      PATIENCE,
    );
  },
};

const FAMILIES: readonly Family[] = [
  ENDS,
  DISKS,
  STATES,
  SIGNALS,
  DESCRIPTORS,
  SPAWNS,
  MOUNTS,
  engineFaults,
  clientFaults,
  clockFaults,
  memoryFaults,
];
const ROUNDS = Number(process.env['FAULTS_ROUNDS'] ?? FAMILIES.length);

/** Endless random order, each once per round. */
function* shuffled<T>(items: readonly T[], random: Random): Generator<T> {
  for (;;) {
    const left = [...items];
    while (left.length > 0) yield* left.splice(random.below(left.length), 1);
  }
}

/** Every family in turn, and within it every fault. */
function planOf(random: Random): [name: string, fault: Fault][] {
  const families = shuffled(
    FAMILIES.map((family) => shuffled(Object.entries(family), random)),
    random,
  );
  return Array.from({ length: ROUNDS }, () => families.next().value.next().value);
}

const SUITE = 'the fault campaign';
const isWanted = process.env['FAULTS_ROUNDS'] !== undefined || isInThisRun(SUITE);
const missing = !isWanted || lacking(SUITE, { root: true, programs: ['mount', 'prlimit', 'cc'] });

it.skipIf(missing !== null)(
  `an agent survives ${ROUNDS} faults, seed ${SEED}`,
  { timeout: 60_000 + ROUNDS * 45_000 },
  async () => {
    const bench = await createFaultBench();
    const plan = planOf(createRandom(SEED));
    for (const [index, [name, fault]] of plan.entries()) {
      const where = `fault ${index + 1} of seed ${SEED}, ${name}`;
      await fault(bench).catch((error: Error) => {
        throw new Error(`${where}: ${error.message}`, { cause: error });
      });
      await bench.check(`after ${where}`);
    }
    console.info(`faults survived: ${plan.length} (${[...new Set(plan.map(([name]) => name))].join(', ')})`);
  },
);
