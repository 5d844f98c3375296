/** Child programs: begun without a shell in their own process group, and ended with it. */
import { messageOf } from '../../core/message-of.ts';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { errorCode } from '../../core/files/error-code.ts';

export type RunningProgram = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Folders of system programs, often missing in the PATH of services and containers. */
const SYSTEM_DIRECTORIES = '/usr/sbin:/sbin';
const NICE = 10;

export function beNice({ pid }: RunningProgram): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended.
  }
}

/** Node creates no pipes when descriptors run out (EMFILE, ENFILE); the event `error` follows. */
export const hasPipes = ({ stdout }: Partial<RunningProgram>): boolean => stdout !== undefined;

/** Kills running programs and their descendants. */
export function endPrograms(running: ReadonlySet<RunningProgram>): void {
  for (const program of running) killGroup(program);
}

/** Throws what the system says of arguments that it cannot take; everything else comes as the event `error`. */
export function startProgram(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  hasInput: boolean,
): RunningProgram {
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

/** Kills the program and its descendants. */
export function signalGroup({ pid }: RunningProgram): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: all have ended.
  }
}

/** Like {@link signalGroup}, and releases its pipes in case a detached child (setsid) holds them. */
export function killGroup(program: RunningProgram): void {
  signalGroup(program);
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
      return `${name} could not be started: ${messageOf(error)}`;
  }
}

const isIn = (name: string, path: string): boolean =>
  `${path}:${SYSTEM_DIRECTORIES}`.split(':').some((folder) => existsSync(join(folder, name)));

const KEPT = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TERM HOSTNAME DISPLAY WAYLAND_DISPLAY XAUTHORITY
  DBUS_SESSION_BUS_ADDRESS LIBVIRT_DEFAULT_URI SSL_CERT_FILE SSL_CERT_DIR http_proxy https_proxy no_proxy HTTP_PROXY
  HTTPS_PROXY NO_PROXY`.split(/\s+/),
);

type Environment = Readonly<Record<string, string | undefined>>;

const cleanEnvironment = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (KEPT.has(entry[0]) || entry[0].startsWith('XDG_')),
    ),
  );
