/** Child processes of the benchmarks, and what they cost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLOCK_TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

export interface Child {
  pid: number;
  /** CPU time used so far, in milliseconds, read from /proc/<pid>/stat. */
  cpuMs(): number;
  /** Resident memory in MB. */
  residentMb(): number;
  stop(): Promise<void>;
}

function watch(child: ChildProcess): Child {
  const pid = child.pid ?? 0;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid,
    cpuMs() {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND) * 1000;
    },
    residentMb: () => (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES) / 1e6,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Starts a program and waits until it has printed a line that contains `ready`. */
export async function startChild(command: string, args: readonly string[], ready: string): Promise<Child> {
  // None finds the events of another.
  const state = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STATE_DIRECTORY: state },
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

/** Starts a built agent in web-server mode. */
export const startProgram = (program: string, port: number, ...flags: string[]): Promise<Child> =>
  startChild(process.execPath, [program, '-w', '-B', '127.0.0.1', '-p', String(port), ...flags], '/api/4');

/** Starts the agent that has just been built. */
export const startAgent = (port: number, ...flags: string[]): Promise<Child> =>
  startProgram(join(root, 'bin/gander'), port, '--disable-archive', ...flags);

/** Starts the bare server. */
export const startBareServer = (file: string, port: number): Promise<Child> =>
  startChild(process.execPath, [join(root, 'bench/peers/bare-http.js'), file, String(port)], 'ready');

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
