/** Runs the built program, as a user does. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { agentProgram } from './agent-program.ts';
import { spawnAgent } from './spawn-agent.ts';
import { NO_HOME } from './no-home.ts';
import { CLOCK_ENVIRONMENT } from './run-clock.ts';

export { PROGRAM } from './agent-program.ts';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunningAgent {
  child: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended and its output has been read. */
  ended: Promise<Ended>;
  /** The first match in what is printed to stdout; rejects when the program ends without it. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts the program; it is killed when the test has finished. */
export function startAgent(argv: readonly string[], environment: Record<string, string> = {}): RunningAgent {
  const child = spawnAgent({
    argv: [...agentProgram(), ...argv],
    env: { PATH: process.env['PATH'], HOME: NO_HOME, ...CLOCK_ENVIRONMENT, ...environment },
  });
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(stdout);
          if (match !== null) resolve(match);
        };
        look();
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`ended without ${pattern}: ${stdout}${stderr}`)));
      }),
  };
}

/** Runs the program to its end. */
export const runAgent = (...argv: string[]): Promise<Ended> => startAgent(argv).ended;
