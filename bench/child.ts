/** Child processes of the benchmarks, and their cost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PAGE_BYTES = 4096;

export interface Child {
  pid: number;
  /** CPU time used by all present threads, in milliseconds. */
  cpuMs(): number;
  /** Resident memory in MB. */
  residentMb(): number;
  stop(): Promise<void>;
}

/** By the scheduler, in nanoseconds: `stat` counts hundredths of a second. */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map(
      (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6,
    )
    .reduce((sum, ms) => sum + ms, 0);

function watch(child: ChildProcess): Child {
  const pid = child.pid ?? 0;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid,
    cpuMs: () => cpuOf(pid),
    residentMb: () => (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES) / 1e6,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Starts a program and waits until it has printed a line that contains `ready`. */
export async function startChild(
  command: string,
  args: readonly string[],
  ready: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Child> {
  // Separate folders, so that no agent finds the events of another.
  const state = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env, STATE_DIRECTORY: state },
  });
  child.once('close', () => rmSync(state, { recursive: true, force: true }));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`${command} ended with code ${code}: ${output.slice(-500)}`)),
    );
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(ready)) resolve();
    });
  });
  child.removeAllListeners('exit');
  return watch(child);
}

const root = join(import.meta.dirname, '..');

/** A build of the agent: path of its `bin/gander`, and the environment in which `npm start` and the service start it. */
export interface Build {
  program: string;
  env: NodeJS.ProcessEnv;
  nodeFlags: readonly string[];
}

/** Measures the event loop turns of the program that imports it. */
export const PROBE = join(import.meta.dirname, 'turn-probe.js');

/** The build of this checkout. */
export const OWN: Build = {
  program: join(root, 'bin/gander'),
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' },
  nodeFlags: [],
};

const { GANDER_BEFORE: before } = process.env;
/** The build to be measured, and the earlier one named by GANDER_BEFORE, if any. */
export const BUILDS: readonly Build[] = [OWN, ...(before === undefined ? [] : [{ ...OWN, program: before }])];

/** Starts a built agent in web-server mode. */
export const startBuild = (
  { program, env, nodeFlags }: Build,
  port: number,
  flags: readonly string[] = [],
): Promise<Child> =>
  startChild(
    process.execPath,
    [...nodeFlags, program, '-w', '-B', '127.0.0.1', '-p', String(port), ...flags],
    '/api/4',
    env,
  );

const NO_ARCHIVE = '--disable-archive';

/** Starts all {@link BUILDS}, one port after another, without history on disk. */
export async function startBuilds(port: number, flags: readonly string[] = []): Promise<Child[]> {
  const agents: Child[] = [];
  for (const [index, build] of BUILDS.entries())
    agents.push(await startBuild(build, port + index, [NO_ARCHIVE, ...flags]));
  return agents;
}

/** Starts the build of this checkout, without history on disk. */
export const startAgent = (port: number, ...flags: string[]): Promise<Child> =>
  startBuild(OWN, port, [NO_ARCHIVE, ...flags]);

/** Starts the bare server. */
export const startBareServer = (
  file: string,
  port: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Child> =>
  startChild(
    process.execPath,
    [join(root, 'bench/peers/bare-http.js'), file, String(port), JSON.stringify(headers)],
    'ready',
  );

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
