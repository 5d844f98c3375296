import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { createHangingMounts } from '../support/hanging-mount.ts';

const mounts = await createHangingMounts(2);
if (typeof mounts === 'string') console.warn(`skipped: a file system that never answers (${mounts})`);
const paths = typeof mounts === 'string' ? [] : mounts.paths;
const [dead = '', other = ''] = paths;

interface Outcome {
  first: { message: string; ms: number }[];
  second: { message: string; ms: number }[];
  hangs: string[];
  file: boolean;
}

interface Run {
  outcome: Outcome;
  child: ChildProcess;
  /** Resolves with code and signal. */
  end: Promise<unknown[]>;
}

/** Runs test/support/hang-and-exit.ts until it reports. */
async function observe(way: 'exit' | 'exitNow', ...paths: string[]): Promise<Run> {
  const script = fileURLToPath(new URL('../support/hang-and-exit.ts', import.meta.url));
  const argv = ['--import', 'tsx', script, way, ...paths];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = once(child, 'exit');
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { outcome: JSON.parse(String(output)) as Outcome, child, end };
}

/** Longest wait for an expected result. */
const PATIENCE_MS = 20_000;

function within(ms: number, promise: Promise<unknown[]>): Promise<unknown> {
  return Promise.race([
    promise,
    new Promise((resolve) => {
      setTimeout(resolve, ms, 'still there');
    }),
  ]);
}

/** How `exitNow(7)` ends a process here; see its description. */
const ending = 'execve' in process ? [7, null] : [null, 'SIGTERM'];

describe.skipIf(typeof mounts === 'string')('a file system that never answers', () => {
  afterAll(() => {
    if (typeof mounts !== 'string') mounts.remove();
  });

  it('times out and is then refused at once, while others answer', async () => {
    const { outcome, end } = await observe('exitNow', dead);
    expect(outcome.first.map(({ message }) => message)).toEqual(['answered', `${dead} does not answer`]);
    expect(outcome.first[1]?.ms).toBeGreaterThan(290);
    expect(outcome.second.map(({ message }) => message)).toEqual([
      'answered',
      `${dead} still does not answer an earlier call`,
    ]);
    expect(outcome.second[1]?.ms).toBeLessThan(outcome.first[1]?.ms ?? 0);
    expect(outcome).toMatchObject({ hangs: [dead], file: true });
    expect(await within(PATIENCE_MS, end)).toEqual(ending);
  });

  it.runIf(isInThisRun('more mounts that hang'))(
    'leaves files readable and the process able to end when there are two of them',
    async () => {
      const { outcome, end } = await observe('exitNow', dead, other);
      expect(outcome).toMatchObject({ hangs: [dead, other], file: true });
      expect(outcome.second[0]?.message).toContain(`/ is not asked while ${dead} and ${other} do not answer`);
      expect(await within(PATIENCE_MS, end)).toEqual(ending);
    },
  );

  it.runIf(isInThisRun('more mounts that hang'))(
    'makes process.exit wait, which is why there is exitNow',
    async () => {
      const { child, end } = await observe('exit', dead);
      expect(await within(1000, end)).toBe('still there');
      child.kill('SIGKILL');
      expect(await within(PATIENCE_MS, end)).toEqual([null, 'SIGKILL']);
    },
  );

  it.runIf(isInThisRun('more mounts that hang'))(
    'keeps its last thread when a FUSE server holds the request, until that server ends',
    async () => {
      const swallowing = await createHangingMounts(1, true);
      if (typeof swallowing === 'string') throw new Error(swallowing);
      let end: Promise<unknown[]>;
      try {
        const run = await observe('exitNow', ...swallowing.paths);
        ({ end } = run);
        expect(await within(500, end)).toBe('still there');
        expect(threadStates(run.child.pid ?? 0)).toContain('D');
      } finally {
        swallowing.remove();
      }
      expect(await within(PATIENCE_MS, end)).toEqual(ending);
    },
  );
});

function threadStates(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((task) => {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  });
}
