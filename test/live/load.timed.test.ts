/** A machine under load, and one whose file systems hang: the agent answers as fast as ever. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startIdleProcesses } from '../../bench/idle-processes.ts';
import { createHangingMounts } from '../support/hanging-mount.ts';
import { type LiveAgent, type LiveAgentSetup, pause, serveLive } from '../support/live-agent.ts';
import { isFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { act, configFile, isRoot, kernelText, lacking, scratchFolder } from '../support/live-tools.ts';

/** Longest wait for results of the next samples. */
const PATIENCE = { timeout: 60_000, interval: 100 };
/** Limit of a short reply in milliseconds, for an agent that blocks. `npm run bench -- blocks latency` measures slices. */
const SHORT_ANSWER_MS = 1500;
const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Infinity;

interface Process {
  pid: number;
  cpu_percent: number;
}

const folder = scratchFolder();
chmodSync(folder.path, 0o755);
afterAll(() => folder.remove());

async function serve(setup: LiveAgentSetup): Promise<LiveAgent> {
  const agent = await serveLive(setup);
  onTestFinished(async () => void (await agent.stop('SIGKILL')));
  return agent;
}

/** Durations of this many short requests, one after the other, ascending. */
async function shortAnswers(agent: LiveAgent, count: number): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < count; index++) {
    const { status, ms } = await agent.request('/api/4/cpu');
    expect(status).toBe(200);
    durations.push(ms);
    await pause(5);
  }
  return durations.sort((a, b) => a - b);
}

const openFiles = ({ pid }: LiveAgent): number => readdirSync(`/proc/${pid}/fd`).length;

const noCompiler = lacking('many processes', { programs: ['cc'] }) !== null;

/** A scan of 5,000 takes a second of CPU time. */
const MOST = isFull ? 5000 : 1500;

describe.skipIf(noCompiler)(`${MOST} processes`, () => {
  /** As many as this machine takes: numbers, the limit of our control group, and memory (each needs about 120 kB). */
  function possible(): number {
    const free = Number(/^MemAvailable: +(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) / 400;
    const group = Number(kernelText('/sys/fs/cgroup/pids.max') ?? Number.NaN);
    const numbers = [kernelText('/proc/sys/kernel/pid_max'), kernelText('/proc/sys/kernel/threads-max')];
    const most = Math.min(...numbers.map(Number), Number.isNaN(group) ? Infinity : group);
    return Math.floor(Math.min(MOST, free, most - 3000));
  }

  it(
    'delay no answer and take no more descriptors than there are',
    { timeout: 120_000 },
    async ({ skip }) => {
      const count = possible();
      if (count < 1000) return skip(`room for ${count} processes only`);
      const idle = await startIdleProcesses(count);
      onTestFinished(() => idle.stop());
      const limited = ['sh', '-c', 'ulimit -n 1024; exec "$@"', 'sh'];
      const agent = await serve({ argv: ['-t', '1'], wrapper: limited });

      // A request waits for the first scan, within a limit.
      await vi.waitFor(async () => {
        expect((await agent.get<Process[]>('/processlist')).length).toBeGreaterThanOrEqual(count);
      }, PATIENCE);
      let watching = true;
      const watcher = (async () => {
        while (watching) await agent.request('/api/4/all');
      })();
      const durations = await shortAnswers(agent, isFull ? 200 : 50);
      watching = false;
      await watcher;
      expect(median(durations)).toBeLessThan(SHORT_ANSWER_MS);

      expect(openFiles(agent)).toBeLessThan(1024 - 100);
      // It is idle without recent requests.
      await vi.waitFor(async () => {
        await agent.get('/processlist/top/1');
        expect(await agent.plugin('processlist')).toMatchObject({ state: 'ok' });
      }, PATIENCE);
      expect((await agent.get<{ total: number }>('/processcount')).total).toBeGreaterThanOrEqual(count);
      // Still the started process.
      expect(process.kill(agent.pid, 0)).toBe(true);

      await idle.stop();
      await vi.waitFor(async () => {
        expect((await agent.get<Process[]>('/processlist')).length).toBeLessThan(count);
        expect(openFiles(agent)).toBeLessThan(1024 - 100);
      }, PATIENCE);
    },
  );
});

describe('processes that come and go by the thousand', () => {
  const forks = (): number => Number(/^processes (\d+)/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  const STATES = ['processcount', 'processlist', 'programlist'];

  itInFull('fail nothing and leave nothing behind', async () => {
    const agent = await serve({ argv: ['-t', '0.1'] });
    await agent.get('/processlist');
    const before = { forks: forks(), files: openFiles(agent) };
    const storm = Array.from({ length: 2 }, () => act('sh', '-c', 'while :; do (:); done'));
    const seen = new Set<number>();
    let shown = 0;
    // Waits until some short-lived processes are seen.
    while (forks() - before.forks < 1000 || seen.size <= shown + 2) {
      const { status, body } = await agent.request('/api/4/processlist');
      expect(status).toBe(200);
      const now = JSON.parse(body.toString()) as Process[];
      shown = now.length;
      for (const { pid } of now) seen.add(pid);
      // A plugin that no client requests is paused.
      for (const name of STATES) expect(['ok', 'paused'], name).toContain((await agent.plugin(name)).state);
    }
    await Promise.all(storm.map((one) => one.end()));

    const list = await agent.fresh<Process[]>('processlist');
    expect(new Set(list.map(({ pid }) => pid)).size, 'every pid once').toBe(list.length);
    // Processes of other suites count too.
    expect(openFiles(agent)).toBeLessThan(before.files + 300);
  });
});

/**
 * The agent that has asked a dead mount ends as `exitNow` says: with code 0 where Node.js can replace a process, by SIGTERM
 * else. `mounts.remove()` comes first here, so that even a thread that no signal ends is let go.
 */
describe('a file system that does not answer', () => {
  itInFull('is named, and delays no answer', async ({ skip }) => {
    const mounts = await createHangingMounts(2);
    if (typeof mounts === 'string') return skip(mounts);
    onTestFinished(() => mounts.remove());
    const [dead = '', other = ''] = mounts.paths;
    const pointsOf = async (from: LiveAgent): Promise<string[]> =>
      (await from.get<{ mnt_point: string }[]>('/fs')).map((item) => item.mnt_point);
    const before = await serve({});
    // The first read of a file system may take longer than a request waits.
    const usual = await vi.waitFor(() => pointsOf(before), PATIENCE);
    const path = configFile(folder.path, { fs: { allow: 'fuse', refresh: '1' } });
    const agent = await serve({ argv: ['-C', path, '-t', '0.5'] });

    const durations: number[] = [];
    await vi.waitFor(async () => {
      durations.push(...(await shortAnswers(agent, 10)));
      for (const each of ['/api/4/fs', '/api/4/all', '/api/plugins']) {
        const { status, ms } = await agent.request(each);
        expect(status).toBe(200);
        durations.push(ms);
      }
      const { state, reason } = await agent.plugin('fs');
      expect(reason).toContain(dead);
      expect(reason).toContain(other);
      expect(reason).toContain('does not answer');
      expect(state).toBe('ok');
    }, PATIENCE);
    // While the call is pending and after it has timed out.
    durations.push(...(await shortAnswers(agent, 100)));
    // A request that waits for that call waits for two seconds; single ones may wait as long for a core.
    expect(median(durations.sort((a, b) => a - b))).toBeLessThan(SHORT_ANSWER_MS);

    // Disks of this machine are queried, too.
    const points = await pointsOf(agent);
    expect(points).toEqual(expect.arrayContaining(usual));
    expect(points).not.toContain(dead);
    await agent.stop();
  });
});

describe('a busy loop', () => {
  /** Seconds of CPU time that a process has had, in the clock ticks of the kernel. */
  const secondsOf = (pid: number): number => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
    const [user = '0', system = '0'] = fields.split(' ').slice(11);
    return (Number(user) + Number(system)) / 100;
  };

  it('is seen with its share of a core, by which the list is sorted, and in the total', async () => {
    const agent = await serve({ argv: ['-t', '0.5'] });
    const { log: cores } = await agent.get<{ log: number }>('/core');
    const loop = ['sh', '-c', 'while :; do :; done'] as const;
    // As root it gets nearly a whole core, despite other load.
    const busy = isRoot ? act('nice', '-n', '-20', ...loop) : act(...loop);
    await vi.waitFor(async () => {
      const [before, start] = [secondsOf(busy.pid), performance.now()];
      await agent.fresh('processlist');
      const list = await agent.get<Process[]>('/processlist/top/20');
      const own = list.find(({ pid }) => pid === busy.pid);
      const share = (secondsOf(busy.pid) - before) / ((performance.now() - start) / 1e5);
      expect(share, 'what the kernel gave it').toBeGreaterThan(30);
      // At nearly the same time; the tick and wall clocks are not read atomically.
      const listed = JSON.stringify(list.map(({ pid, cpu_percent: percent }) => [pid, percent]));
      expect(own?.cpu_percent ?? -1, `${busy.pid} in ${listed}`).toBeGreaterThan(share - 20);
      expect(own?.cpu_percent).toBeLessThan(110);
      // Others of this machine may be as busy.
      const percents = list.map(({ cpu_percent: percent }) => percent);
      expect(percents).toEqual(percents.toSorted((a, b) => b - a));
      const { total } = await agent.get<{ total: number }>('/cpu');
      expect(total).toBeGreaterThan((share - 20) / cores);
    }, PATIENCE);
    await busy.end();
    await vi.waitFor(async () => {
      const list = await agent.get<Process[]>('/processlist');
      expect(list.find(({ pid }) => pid === busy.pid)).toBeUndefined();
    }, PATIENCE);
  });
});
