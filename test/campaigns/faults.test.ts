/**
 * The fault campaign: an agent meets one fault after the other. All the time short answers are short, no value is empty that
 * is not, an event that lasts goes on, and nobody is told of it twice. `npm run faults` runs it long; a failure names its seed.
 */
import { spawn } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../fuzz/random.ts';
import { createHangingMounts } from '../support/hanging-mount.ts';
import { pause } from '../support/live-agent.ts';
import { lacking, output } from '../support/live-tools.ts';
import { createFaultBench, type FaultBench, fill } from './fault-bench.ts';

const ROUNDS = Number(process.env['FAULTS_ROUNDS'] ?? 9);
const SEED = Number(process.env['FAULTS_SEED'] ?? 1);
const PATIENCE = { timeout: 30_000, interval: 100 };

type Fault = (bench: FaultBench) => Promise<void>;

const limitFiles = (pid: number, soft: number | string): void =>
  void output('prlimit', '--pid', String(pid), `--nofile=${soft}:`);

const FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9': (bench) => bench.restart('SIGKILL'),

  'a proper end': (bench) => bench.restart('SIGTERM'),

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
        expect(await agent.plugin('load')).toMatchObject({ reason: expect.stringMatching(/open files/) }),
      PATIENCE,
    );
    await check('no descriptors');
    limitFiles(agent.pid, usual);
    await vi.waitFor(async () => expect(await agent.plugin('load')).toMatchObject({ state: 'ok' }), PATIENCE);
  },

  async 'processes with megabytes of arguments'({ agent, check }) {
    const long = Array.from({ length: 12 }, () => 'x'.repeat(120_000));
    const children = Array.from({ length: 10 }, () => spawn('sh', ['-c', 'read x', 'sh', ...long]));
    await vi.waitFor(async () => {
      const list = await agent.fresh<{ pid: number }[]>('processlist');
      expect(list.map(({ pid }) => pid)).toEqual(expect.arrayContaining(children.map(({ pid }) => pid)));
    }, PATIENCE);
    await check('processes with megabytes of arguments');
    for (const child of children) child.kill('SIGKILL');
  },

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

/** Every fault at least once before any of them comes again. */
function planOf(random: Random): string[] {
  const plan: string[] = [];
  while (plan.length < ROUNDS) {
    const names = Object.keys(FAULTS);
    while (names.length > 0) plan.push(...names.splice(random.below(names.length), 1));
  }
  return plan.slice(0, ROUNDS);
}

const missing = lacking('the fault campaign', { root: true, programs: ['mount', 'prlimit', 'cc'] });

it.skipIf(missing !== null)(
  `an agent survives ${ROUNDS} faults, seed ${SEED}`,
  { timeout: 60_000 + ROUNDS * 30_000 },
  async () => {
    const bench = await createFaultBench();
    const plan = planOf(createRandom(SEED));
    for (const [index, name] of plan.entries()) {
      const where = `fault ${index + 1} of seed ${SEED}, ${name}`;
      await FAULTS[name]?.(bench).catch((error: Error) => {
        throw new Error(`${where}: ${error.message}`, { cause: error });
      });
      await bench.check(`after ${where}`);
    }
    console.info(`faults survived: ${plan.length} (${[...new Set(plan)].join(', ')})`);
  },
);
