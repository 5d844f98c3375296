import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface AgentProcess {
  argv: readonly string[];
  cwd?: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Leader of a new process group. */
  detached?: boolean;
}

/**
 * Starts an agent, in whatever mode, with a state folder of its own, unless its environment names one: none finds the events of another.
 * The folder goes when the process has ended.
 */
export function spawnAgent({ argv, env: given, ...options }: AgentProcess): ChildProcessWithoutNullStreams {
  const [program = '', ...rest] = argv;
  // Its log must not be that of an agent in use on this machine.
  const env = { TMPDIR: tmpdir(), ...given };
  if (given['STATE_DIRECTORY'] ?? given['XDG_STATE_HOME']) return spawn(program, rest, { ...options, env });
  const folder = mkdtempSync(join(tmpdir(), 'gander-state-'));
  const child = spawn(program, rest, { ...options, env: { ...env, STATE_DIRECTORY: folder } });
  return child.once('close', () => rmSync(folder, { recursive: true, force: true }));
}
