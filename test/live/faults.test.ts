/** Faults of real machines: the rest stays correct and fast, and `/api/plugins` gives the reason. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type LiveAgent,
  type LiveAgentSetup,
  PROGRAM,
  REPOSITORY,
  serveLive,
} from '../support/live-agent.ts';
import { isInThisRun } from '../support/full-run.ts';
import { act, compileSupport, configFile, lacking, output, scratchFolder } from '../support/live-tools.ts';

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

const noCompiler = lacking('odd names', { programs: ['cc'] }) !== null;

const cannotDrop = lacking('an agent without privileges', { root: true, programs: ['setpriv', 'unshare'] });

describe.skipIf(cannotDrop !== null)('an agent without privileges', () => {
  const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  /** Wherever the repository and Node.js are, this user gets to see them, and all processes even where others may not. */
  const SHOW = `
if grep -q hidepid /proc/mounts; then mount -t proc proc /proc; fi
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
      // virsh is installed for the tests, without a daemon.
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

describe.runIf(isInThisRun('an interface that comes and goes'))('an interface that comes and goes', () => {
  /** Unique to this process: other runs on this machine have their own. */
  const NAME = `gander${process.pid}`;
  const PEER = `gpeer${process.pid}`;
  /** Kinds that need no hardware; kernels are built without one or the other. */
  const KINDS: readonly [string, ...string[]][] = [
    ['ip', 'link', 'add', NAME, 'type', 'dummy'],
    ['ip', 'link', 'add', NAME, 'type', 'veth', 'peer', 'name', PEER],
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
