/** Runs the built program on a terminal of its own, made by script(1). */
import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { agentProgram } from './agent-program.ts';
import { spawnAgent } from './spawn-agent.ts';

export function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version']).toString().includes('util-linux');
  } catch {
    return false;
  }
}

export interface OnTerminal {
  /** Everything on the screen so far. */
  screen(): string;
  /** Waits until the screen shows a text after the previously awaited one. */
  until(text: string): Promise<void>;
  type(text: string): void;
  /** Exit code of the program. */
  ended: Promise<number | null>;
  stop(): void;
}

export function runOnTerminal(argv: readonly string[], environment: Record<string, string>): OnTerminal {
  const command = [...agentProgram(), ...argv].map((word) => `'${word}'`).join(' ');
  const child = spawnAgent({
    argv: ['script', '--quiet', '--flush', '--return', '--command', `exec ${command}`, '/dev/null'],
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...environment },
    detached: true,
  });
  const stop = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
    } catch {
      // It has ended.
    }
  };
  onTestFinished(stop);
  let screen = '';
  let seen = 0;
  child.stdout.on('data', (part: Buffer) => (screen += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    screen: () => screen,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = screen.indexOf(text, seen);
          if (found < 0) return;
          seen = found + text.length;
          child.stdout.off('data', look);
          resolve();
        };
        child.stdout.on('data', look);
        look();
        void ended.then(() => reject(new Error(`ended without "${text}": ${screen}`)));
      }),
    type: (text) => void child.stdin.write(text),
    ended,
    stop,
  };
}
