/**
 * Machines of their own for a test: a network namespace and a host name each, all on one switch, and nothing else. What
 * they say to each other does not leave them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASKER, createAsker } from './asker.ts';
import { agentProgram } from './agent-program.ts';
import { CLEAN_ENVIRONMENT } from './live-agent.ts';
import { output } from './live-tools.ts';

export const LAB_NEEDS = { root: true, programs: ['ip', 'unshare', 'hostname'] };

export interface Running {
  pid: number;
  /** Its output so far. */
  printed(): string;
  hasEnded(): boolean;
  /** Resolves with the exit code, null after a signal that it did not catch. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface Machine {
  name: string;
  /** Its network namespace. */
  space: string;
  address: string;
  /** Joins the switch, for a machine that was alone. */
  plugIn(): void;
  /** The command line that runs a program here. */
  command(...argv: string[]): string[];
  run(...argv: string[]): Running;
  /** An agent on all addresses, by default on port 61208; resolves when it serves. */
  agent(options?: { argv?: string[]; env?: Record<string, string> }): Promise<Running & { log(): string }>;
  /** Sends a request from here; returns the status and the body, parsed if it is JSON. */
  fetch(url: string, init?: RequestInit): Promise<{ status: number; body: unknown }>;
}

export interface Lab {
  /** Joins the switch with the next address. `isAlone`: with no network but its own loopback. */
  machine(name: string, options?: { isAlone?: boolean }): Machine;
  /** Joins the switch with a machine of another lab too; its address here. */
  join(machine: Machine): string;
  /** A folder that all machines see. */
  folder: string;
  /** Stops and removes everything. */
  remove(): Promise<void>;
}

/** How long a start may take beside other suites. */
const START_MS = 120_000;

/** `subnet` keeps labs of one test run apart: `10.<subnet>.0.<n>`. */
export function createLab(subnet: number): Lab {
  const prefix = `gt${process.pid % 100_000}s${subnet}`;
  const wire = `${process.pid % 10_000}x${subnet}x`;
  const folder = mkdtempSync(join(tmpdir(), 'gander-lab-'));
  const running: { child: ChildProcess; ended: Promise<number | null> }[] = [];
  const hub = `${prefix}-switch`;
  const spaces = [hub];
  let cables = 0;
  output('ip', 'netns', 'add', hub);
  output('ip', '-n', hub, 'link', 'add', 'switch', 'type', 'bridge', 'mcast_snooping', '0');
  output('ip', '-n', hub, 'link', 'set', 'switch', 'up');

  const connect = (space: string, address: string): void => {
    cables += 1;
    const [near, far] = [`v${wire}${cables}`, `w${wire}${cables}`];
    output('ip', 'link', 'add', near, 'netns', space, 'type', 'veth', 'peer', 'name', far, 'netns', hub);
    output('ip', '-n', hub, 'link', 'set', far, 'master', 'switch', 'up');
    output('ip', '-n', space, 'addr', 'add', `${address}/24`, 'dev', near);
    output('ip', '-n', space, 'link', 'set', near, 'up');
  };

  const launch = (argv: readonly string[], env: Record<string, string> = {}) => {
    const [program = '', ...rest] = argv;
    const child = spawn(program, rest, { env: { ...CLEAN_ENVIRONMENT, ...env } });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    running.push({ child, ended });
    return { child, ended };
  };

  const start = (argv: readonly string[], env: Record<string, string> = {}): Running => {
    const { child, ended } = launch(argv, env);
    child.stdin.end();
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (text += part.toString()));
    return {
      pid: child.pid ?? 0,
      printed: () => text,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      stop(signal = 'SIGTERM') {
        child.kill(signal);
        return ended;
      },
    };
  };

  const machine: Lab['machine'] = (name, { isAlone = false } = {}) => {
    const index = spaces.length;
    const space = `${prefix}-${index}`;
    const address = `10.${subnet}.0.${index}`;
    output('ip', 'netns', 'add', space);
    spaces.push(space);
    output('ip', '-n', space, 'link', 'set', 'lo', 'up');
    if (!isAlone) connect(space, address);
    const command = (...argv: string[]): string[] => [
      'ip',
      'netns',
      'exec',
      space,
      'unshare',
      '--uts',
      'sh',
      '-ec',
      'hostname "$0"; exec "$@"',
      name,
      ...argv,
    ];
    const ask = createAsker(() => launch(command(...ASKER)).child);
    return {
      name,
      space,
      address,
      command,
      plugIn: () => connect(space, address),
      run: (...argv) => start(command(...argv)),
      async agent({ argv = [], env = {} } = {}) {
        const home = mkdtempSync(join(folder, `${name}-`));
        const own = command(...agentProgram(), '-w', '-B', '0.0.0.0', '-p', '61208', ...argv);
        const agent = start(own, {
          XDG_CACHE_HOME: home,
          XDG_STATE_HOME: home,
          XDG_CONFIG_HOME: home,
          ...env,
        });
        await printed(agent, /REST API on /);
        const path = join(home, 'gander/gander.log');
        return { ...agent, log: () => readFileSync(path, 'utf8') };
      },
      async fetch(url, init = {}) {
        const { status, text } = await ask(url, init);
        return { status, body: jsonOrText(text) };
      },
    };
  };

  return {
    machine,
    join({ space }) {
      const address = `10.${subnet}.0.${100 + cables}`;
      connect(space, address);
      return address;
    },
    folder,
    async remove() {
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      for (const space of spaces) output('ip', 'netns', 'delete', space);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a program has printed something. */
export async function printed(program: Running, pattern: RegExp): Promise<void> {
  const end = performance.now() + START_MS;
  while (!pattern.test(program.printed())) {
    if (program.hasEnded() || performance.now() > end)
      throw new Error(`expected ${pattern}, it printed: ${program.printed()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
