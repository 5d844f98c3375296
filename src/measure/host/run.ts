import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { RunLimits, RunOutcome } from '../../core/host.ts';
import { cleanEnvironment } from './clean-environment.ts';
import { errorCode } from './system-error.ts';

export type RunningProgram = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Time for remaining output after a program has ended. */
const OUTPUT_PATIENCE_MS = 100;
/** Folders of system programs, often missing in the PATH of services and containers. */
const SYSTEM_DIRECTORIES = '/usr/sbin:/sbin';

/**
 * Runs a program as described at {@link Host.run}: no shell, only the input of the limits, untranslated output (`LC_ALL=C`), a clean
 * environment. It leads its own process group, which is killed beyond a limit, with all its children. Waits for its exit, not for
 * its output: a service that it started may keep that open.
 * @param running active programs, for {@link endPrograms}
 */
export function runProgram(
  argv: readonly string[],
  limits: RunLimits,
  environment: NodeJS.ProcessEnv = process.env,
  running: Set<RunningProgram> = new Set(),
): Promise<RunOutcome> {
  const name = argv[0] ?? '';
  let program: RunningProgram;
  try {
    program = start(argv, environment, limits.input !== undefined);
  } catch (error) {
    return Promise.resolve({
      code: null,
      stdout: '',
      stderr: '',
      failure: describeStart(name, error, environment['PATH']),
    });
  }
  return new Promise((resolve) => {
    const failed = (error: Error): void => finish(null, describeStart(name, error, environment['PATH']));
    program.on('error', failed);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;

    const finish = (code: number | null, failure: string | null): void => {
      clearTimeout(timer);
      limits.signal?.removeEventListener('abort', onAbort);
      running.delete(program);
      resolve({ code, stdout: text(stdout), stderr: text(stderr), failure });
    };
    const stop = (failure: string): void => {
      killGroup(program);
      finish(null, failure);
    };
    const onAbort = (): void => stop(`${name} was not waited for`);
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      const room = limits.maxBytes - size;
      size += chunk.length;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      if (size > limits.maxBytes) stop(`${name} wrote more than ${limits.maxBytes} bytes`);
    };
    const timer = setTimeout(
      () => stop(`${name} did not end within ${limits.timeoutMs} ms`),
      limits.timeoutMs,
    );
    timer.unref();

    // Node creates no pipes when descriptors run out (EMFILE, ENFILE); the event `error` follows.
    if (!hasPipes(program)) return;
    running.add(program);
    if (limits.isNice) beNice(program);
    limits.signal?.addEventListener('abort', onAbort);
    if (limits.signal?.aborted === true) onAbort();
    // The program may end without reading its input (EPIPE).
    program.stdin?.on('error', () => {}).end(limits.input);
    program.stdout.on('data', collect(stdout));
    program.stderr.on('data', collect(stderr));
    const ended = (code: number | null, signal: string | null): void =>
      finish(code, signal === null ? null : `${name} was killed by ${signal}`);
    program.on('close', ended);
    program.on('exit', (code, signal) => {
      setTimeout(() => {
        letGo(program);
        ended(code, signal);
      }, OUTPUT_PATIENCE_MS).unref();
    });
  });
}

const NICE = 10;

function beNice({ pid }: RunningProgram): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended.
  }
}

const hasPipes = ({ stdout }: Partial<RunningProgram>): boolean => stdout !== undefined;

/** Kills running programs and their descendants. */
export function endPrograms(running: ReadonlySet<RunningProgram>): void {
  for (const program of running) killGroup(program);
}

/** A service started by it may continue to write; that output is ignored. */
function letGo({ stdout, stderr }: RunningProgram): void {
  for (const pipe of [stdout, stderr]) {
    pipe.removeAllListeners('data').resume();
    (pipe as Partial<Socket>).unref?.();
  }
}

function start(argv: readonly string[], environment: NodeJS.ProcessEnv, hasInput: boolean): RunningProgram {
  const [name = '', ...rest] = argv;
  // The pipes requested by `stdio`.
  return spawn(name, rest, {
    shell: false,
    detached: true,
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(environment), LC_ALL: 'C', PATH: searchPath(environment) },
  }) as RunningProgram;
}

function searchPath(environment: NodeJS.ProcessEnv): string {
  const own = environment['PATH'];
  return own === undefined || own === ''
    ? `/usr/bin:/bin:${SYSTEM_DIRECTORIES}`
    : `${own}:${SYSTEM_DIRECTORIES}`;
}

/** Kills the program and its descendants, and releases its pipes in case a detached one (setsid) holds them. */
function killGroup(program: RunningProgram): void {
  try {
    if (program.pid !== undefined) process.kill(-program.pid, 'SIGKILL');
  } catch {
    // ESRCH: all have ended.
  }
  program.stdin?.destroy();
  program.stdout.destroy();
  program.stderr.destroy();
  program.unref();
}

/** @param path the PATH in which it was looked for */
export function describeStart(name: string, error: unknown, path = ''): string {
  const isMissing = `${name} is not installed, or not in a directory of PATH`;
  switch (errorCode(error)) {
    case 'ENOENT':
      return isMissing;
    case 'EACCES':
      // The C library reports this too for a directory of PATH that may not be entered, in which there is no such program.
      return name.includes('/') || isIn(name, path) ? `no permission to run ${name}` : isMissing;
    case 'EMFILE':
    case 'ENFILE':
      return `${name} could not be started: no file descriptors are left. Raise the limit of open files.`;
    default:
      return `${name} could not be started: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const isIn = (name: string, path: string): boolean =>
  `${path}:${SYSTEM_DIRECTORIES}`.split(':').some((folder) => existsSync(join(folder, name)));

function text(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
