import type { Socket } from 'node:net';
import type { RunLimits, RunOutcome } from '../../core/host.ts';
import {
  beNice,
  describeStart,
  hasPipes,
  killGroup,
  type RunningProgram,
  signalGroup,
  startProgram,
} from './child-program.ts';

/** Time for remaining output after a program has ended. */
const OUTPUT_TIMEOUT_MS = 100;

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
    program = startProgram(argv, environment, limits.input !== undefined);
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
      if (limits.endsGroup) signalGroup(program);
      setTimeout(() => {
        letGo(program);
        ended(code, signal);
      }, OUTPUT_TIMEOUT_MS).unref();
    });
  });
}

/** A service started by it may continue to write; that output is ignored. */
function letGo({ stdout, stderr }: RunningProgram): void {
  for (const pipe of [stdout, stderr]) {
    pipe.removeAllListeners('data').resume();
    (pipe as Partial<Socket>).unref?.();
  }
}

function text(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
