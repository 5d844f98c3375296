/** What goes wrong on real machines: the rest stays correct and fast, and `/api/plugins` says what is the matter. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startIdleProcesses } from '../../bench/idle-processes.ts';
import { createHangingMounts } from '../support/hanging-mount.ts';
import {
  type LiveAgent,
  type LiveAgentSetup,
  pause,
  PROGRAM,
  REPOSITORY,
  serveLive,
} from '../support/live-agent.ts';
import {
  act,
  compileSupport,
  configFile,
  kernelText,
  lacking,
  output,
  scratchFolder,
} from '../support/live-tools.ts';

/** Patience for what must come with the next samples; on a machine with other work those may be late. */
const PATIENCE = { timeout: 20_000, interval: 100 };
/**
 * A short answer may take that long at most: a slice of the work that is under way is 4 ms, the rest is the machine's
 * other work. An agent that waits for what hangs or scans everything at once is far beyond it.
 */
const SHORT_ANSWER_MS = 300;

interface Process {
  pid: number;
  name: string;
  cmdline: string[] | null;
  status: string;
  username: string;
  io_counters: number[];
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

const noCompiler = lacking('many processes and odd names', { programs: ['cc'] }) !== null;

describe.skipIf(noCompiler)('10,000 processes', () => {
  /** As many as this machine takes: numbers, the limit of our control group, and memory (each needs about 120 kB). */
  function possible(): number {
    const free = Number(/^MemAvailable: +(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) / 400;
    const group = Number(kernelText('/sys/fs/cgroup/pids.max') ?? Number.NaN);
    const numbers = [kernelText('/proc/sys/kernel/pid_max'), kernelText('/proc/sys/kernel/threads-max')];
    const most = Math.min(...numbers.map(Number), Number.isNaN(group) ? Infinity : group);
    return Math.floor(Math.min(10_000, free, most - 3000));
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

      // A request waits for the first scan, but not for ever.
      await vi.waitFor(async () => {
        expect((await agent.get<Process[]>('/processlist')).length).toBeGreaterThanOrEqual(count);
      }, PATIENCE);
      let watching = true;
      const watcher = (async () => {
        while (watching) await agent.request('/api/4/all');
      })();
      const durations = await shortAnswers(agent, 200);
      watching = false;
      await watcher;
      expect(durations.at(-3), 'p99 of short answers').toBeLessThan(SHORT_ANSWER_MS);

      expect(openFiles(agent)).toBeLessThan(1024 - 100);
      expect(await agent.plugin('processlist')).toMatchObject({ state: 'ok' });
      expect((await agent.get<{ total: number }>('/processcount')).total).toBeGreaterThanOrEqual(count);
      // Still the process that was started.
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

  it('fail nothing and leave nothing behind', async () => {
    const agent = await serve({ argv: ['-t', '0.1'] });
    await agent.get('/processlist');
    const before = { forks: forks(), files: openFiles(agent) };
    const storm = Array.from({ length: 2 }, () => act('sh', '-c', 'while :; do (:); done'));
    const seen = new Set<number>();
    const end = performance.now() + 2000;
    while (performance.now() < end || forks() - before.forks < 2000) {
      const { status, body } = await agent.request('/api/4/processlist');
      expect(status).toBe(200);
      for (const { pid } of JSON.parse(body.toString()) as Process[]) seen.add(pid);
      for (const name of STATES) expect((await agent.plugin(name)).state, name).toBe('ok');
    }
    await Promise.all(storm.map((one) => one.end()));

    const list = await agent.fresh<Process[]>('processlist');
    expect(new Set(list.map(({ pid }) => pid)).size, 'every pid once').toBe(list.length);
    expect(seen.size, 'some of the short-lived are caught').toBeGreaterThan(list.length);
    // What other suites have started meanwhile is open, too.
    expect(openFiles(agent)).toBeLessThan(before.files + 300);
  });
});

const cannotDrop = lacking('an agent without privileges', { root: true, programs: ['setpriv', 'unshare'] });

describe.skipIf(cannotDrop !== null)('an agent without privileges', () => {
  const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  /** Wherever the repository and Node.js are, this user gets to see them. */
  const SHOW = `
mount --rbind "$1" "$3" && mount --bind "$2" "$4" && shift 4
exec "$@"
`;

  it('says that I/O is secret and how to change that, and shows all the rest', async () => {
    const repository = join(folder.path, 'gander');
    const node = join(folder.path, 'node');
    mkdirSync(repository);
    closeSync(openSync(node, 'w'));
    const show = [
      'unshare',
      '--mount',
      'sh',
      '-ec',
      SHOW,
      'sh',
      REPOSITORY,
      process.execPath,
      repository,
      node,
    ];
    const command = [node, join(repository, PROGRAM.slice(REPOSITORY.length)), '-w'];
    const agent = await serve({ argv: ['-t', '0.5'], wrapper: [...show, ...NOBODY], command });
    const foreign = act('sleep', '3600');

    const list = await agent.fresh<Process[]>('processlist');
    const other = list.find(({ pid }) => pid === foreign.pid);
    expect(other).toMatchObject({
      name: 'sleep',
      cmdline: ['sleep', '3600'],
      username: 'root',
      io_counters: [0, 0, 0, 0, 0],
    });
    expect(list.find(({ pid }) => pid === agent.pid)).toMatchObject({ username: 'nobody' });
    const { state, reason } = await agent.plugin('processlist');
    expect(state).toBe('ok');
    expect(reason).toMatch(/^no permission on \/proc\/<pid>\/io of \d+ processes: .*(root|CAP_SYS_PTRACE)/);
    const all = await agent.get<Record<string, unknown>>('/all');
    for (const name of ['cpu', 'mem', 'network', 'fs', 'diskio', 'load']) expect(all[name]).toBeTruthy();
    for (const { name, state: other } of await reports(agent)) {
      // virsh is here for the tests, without a daemon that root could reach either.
      if (name === 'vms') continue;
      expect(['ok', 'paused', 'unsupported'], name).toContain(other);
    }
  });
});

const reports = async (agent: LiveAgent): Promise<{ name: string; state: string; reason: string | null }[]> =>
  JSON.parse((await agent.request('/api/plugins')).body.toString()) as {
    name: string;
    state: string;
    reason: string | null;
  }[];

describe.skipIf(noCompiler)('names of any bytes', () => {
  /** Those of test/support/odd-names.c: what is not UTF-8 becomes U+FFFD. */
  const NAMES = [
    'a) R 1 (b',
    'new\nline\ttab',
    '\u001b[31mred\u0007',
    '\ufffd\ufffd bad \ufffd',
    '<b>&amp;"\'</b>',
    '`id`$(id)\\',
    '{{user}}|;&',
    '\u202e\u{1f4a9}',
  ];

  it('are served as JSON, and change nothing else of their processes', async () => {
    const child = spawn(compileSupport('odd-names', folder.path), { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => endOf(child));
    const pids: number[] = [];
    for await (const line of createInterface(child.stdout)) {
      pids.push(Number(line));
      if (pids.length === NAMES.length) break;
    }
    const agent = await serve({ argv: ['-t', '0.5'] });
    await agent.fresh('processlist');
    for (const path of ['/api/4/processlist', '/api/4/programlist', '/api/4/all']) {
      const { body } = await agent.request(path);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      expect(() => JSON.parse(text) as unknown, path).not.toThrow();
      expect(text).not.toMatch(/[\p{Cc}]/u);
    }
    const list = await agent.get<Process[]>('/processlist');
    for (const [index, pid] of pids.entries()) {
      const found = list.find((process) => process.pid === pid);
      expect(found).toMatchObject({ name: NAMES[index], status: 'S', username: expect.any(String) });
      expect(found?.cmdline?.join(' ').slice(0, 3)).toBe(NAMES[index]?.slice(0, 3));
    }
    const [first = ''] = NAMES;
    const path = `/processlist/name/value/${encodeURIComponent(first)}`;
    expect(await agent.get(path)).toMatchObject({ [first]: [{ pid: pids[0] }] });
  });
});

async function endOf(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/**
 * The agent that has asked a dead mount ends as `exitNow` says: with code 0 where Node.js can replace a process, by SIGTERM
 * else. `mounts.remove()` comes first here, so that even a thread that no signal ends is let go.
 */
describe('a file system that does not answer', () => {
  it('is named, and delays no answer', async ({ skip }) => {
    const mounts = await createHangingMounts(1);
    if (typeof mounts === 'string') return skip(mounts);
    onTestFinished(() => mounts.remove());
    const [dead = ''] = mounts.paths;
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
      expect(reason).toContain('does not answer');
      expect(state).toBe('ok');
    }, PATIENCE);
    // While the call is still waited for and after it has been given up.
    durations.push(...(await shortAnswers(agent, 100)));
    // Whoever waits for that call waits for two seconds.
    expect(Math.max(...durations)).toBeLessThan(1500);

    const points = (await agent.get<{ mnt_point: string }[]>('/fs')).map((item) => item.mnt_point);
    expect(points).not.toContain(dead);
    const { ms } = await agent.stop();
    expect(ms).toBeLessThan(1000);
  });
});

describe('an interface that comes and goes', () => {
  const NAME = 'gander-test0';
  /** Kinds that need no hardware; kernels are built without one or the other. */
  const KINDS: readonly [string, ...string[]][] = [
    ['ip', 'link', 'add', NAME, 'type', 'dummy'],
    ['ip', 'link', 'add', NAME, 'type', 'veth', 'peer', 'name', 'gander-test1'],
    ['ip', 'link', 'add', NAME, 'type', 'bridge'],
    ['ip', 'tuntap', 'add', 'dev', NAME, 'mode', 'tap'],
  ];

  const tries = (program: string, ...argv: string[]): boolean => {
    try {
      output(program, ...argv);
      return true;
    } catch {
      return false;
    }
  };

  it('is served while it is there, and disturbs no other', async ({ skip }) => {
    const needs = lacking('an interface that comes and goes', { root: true, programs: ['ip'] });
    if (needs !== null) return skip(needs);
    const hide = { hide: 'none-of-them', hide_no_up: 'false', hide_no_ip: 'false' };
    const path = configFile(folder.path, { network: hide });
    const agent = await serve({ argv: ['-C', path, '-t', '0.5'] });
    interface Interface {
      interface_name: string;
      bytes_recv: number;
      bytes_recv_gauge: number;
      time_since_update: number;
    }
    const find = async (name: string): Promise<Interface | undefined> =>
      (await agent.fresh<Interface[]>('network')).find((item) => item.interface_name === name);
    expect(await find(NAME)).toBeUndefined();
    const before = await find('lo');

    onTestFinished(() => void tries('ip', 'link', 'del', NAME));
    if (!KINDS.some((argv) => tries(...argv))) return skip('no kind of virtual interface can be made here');
    // The sample after the next at the latest: `find` waits for one that began after the call.
    const found = await find(NAME);
    expect(found).toMatchObject({ bytes_recv: 0, time_since_update: expect.any(Number) });
    expect(found?.time_since_update).toBeGreaterThan(0);
    expect(await agent.get(`/network/is_up/${NAME}`)).toEqual({ is_up: expect.any(Boolean) });

    output('ip', 'link', 'del', NAME);
    expect(await find(NAME)).toBeUndefined();
    expect((await agent.request(`/api/4/network/is_up/${NAME}`)).status).toBe(404);
    const after = await find('lo');
    expect(after?.bytes_recv_gauge).toBeGreaterThanOrEqual(before?.bytes_recv_gauge ?? Infinity);
    expect(await agent.plugin('network')).toMatchObject({ state: 'ok', reason: null });
  });
});
