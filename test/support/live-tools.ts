/** Tools of the live suites: programs, test processes, abilities of this machine. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { hasRealClock } from './run-clock.ts';

const MOST_OUTPUT = 64 * 1024 * 1024;

/** Output of a program; its messages are in English. Throws when it fails. */
export const output = (program: string, ...argv: string[]): string =>
  execFileSync(program, argv, {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });

export const isRoot = process.getuid?.() === 0;

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

const has = (program: string): boolean =>
  program.startsWith('/')
    ? existsSync(program)
    : spawnSync('which', [program], { stdio: 'ignore' }).status === 0;

/** Why the suite cannot run here, printed once in one line; null: it can. */
export function lacking(
  suite: string,
  needs: { root?: boolean; programs?: string[]; ipv6?: boolean; realClock?: boolean },
): string | null {
  const missing = (needs.programs ?? []).filter((program) => !has(program));
  if (needs.root && !isRoot) missing.unshift('root');
  if (needs.ipv6 && !hasIpv6) missing.unshift('IPv6');
  if (needs.realClock && !hasRealClock) missing.push('the real clock');
  if (missing.length === 0) return null;
  console.warn(`skipped: ${suite} (needs ${missing.join(', ')})`);
  return missing.join(', ');
}

/** Only root sees processes of other users here (`hidepid`, proc(5)). */
export const hidesProcesses = (): boolean =>
  /^\S+ \/proc proc \S*hidepid=/m.test(readFileSync('/proc/mounts', 'utf8'));

export interface Actor {
  pid: number;
  signal(name: NodeJS.Signals): void;
  /** Ends when the process has. */
  end(): Promise<void>;
}

/** Starts a test process, which ends with the test at the latest. */
export function act(program: string, ...argv: string[]): Actor {
  const child = spawn(program, argv, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(end);
  return { pid: child.pid ?? 0, signal: (name) => void child.kill(name), end };
}

/** A new folder for a test file, created on first use: it would not be removed if all tests were skipped. */
export function scratchFolder(): { readonly path: string; remove(): void } {
  let made: string | undefined;
  return {
    get path() {
      return (made ??= mkdtempSync(join(tmpdir(), 'gander-live-')));
    },
    remove: () => made !== undefined && rmSync(made, { recursive: true, force: true }),
  };
}

/** A configuration file with these sections. */
export function configFile(
  folder: string,
  sections: Record<string, Record<string, string>>,
  name = 'gander.conf',
): string {
  const path = join(folder, name);
  const text = Object.entries(sections).map(
    ([name, values]) =>
      `[${name}]\n${Object.entries(values)
        .map(([key, value]) => `${key}=${value}\n`)
        .join('')}`,
  );
  writeFileSync(path, text.join('\n'));
  return path;
}

/** Builds `test/support/<name>.c`; the path of the program, in `folder`. */
export function compileSupport(name: string, folder: string): string {
  const program = join(folder, name);
  execFileSync('cc', ['-O1', '-Wall', '-o', program, join(import.meta.dirname, `${name}.c`)]);
  return program;
}

/** Content of a small kernel file; null: missing. */
export const kernelText = (path: string): string | null =>
  existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
