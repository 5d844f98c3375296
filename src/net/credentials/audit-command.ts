/** Changes by commands on this machine, for the log of changes of its servers. */
import { userInfo } from 'node:os';
import { orNull } from '../../core/or-null.ts';
import { commandsAuditPath, createAudit } from './audit.ts';

interface CommandChange {
  /** State folder of the servers; null: there is none. */
  folder: string | null;
  /** Command and subcommand: `user add`. */
  action: string;
  /** Changed object. */
  target: string;
}

export interface CommandReport {
  /** Output for programs. */
  readonly lines: readonly string[];
  /** Output for people. */
  readonly notes: readonly string[];
}

interface ReportedTask extends Omit<CommandChange, 'action'> {
  /** Managed kind of object. */
  readonly noun: string;
  /** `list` changes nothing. */
  readonly task: string;
}

/** Audits a task of a command, and prints what it reports. Resolves with the exit code. */
export async function reportChange(
  { lines, notes }: CommandReport,
  { noun, task, ...change }: ReportedTask,
  { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>,
): Promise<number> {
  if (task !== 'list') await auditCommand({ ...change, action: `${noun} ${task}` }, stderr);
  for (const line of lines) stdout.write(`${line}\n`);
  for (const note of notes) stderr.write(`${note}\n`);
  return 0;
}

/** Resolves once the line is written; the change has happened, so a line that cannot be written is a warning. */
export async function auditCommand(
  { folder, action, target }: CommandChange,
  stderr: Pick<NodeJS.WriteStream, 'write'>,
): Promise<void> {
  if (folder === null) return;
  const audit = createAudit({
    path: commandsAuditPath(folder),
    problems: { report: (_, text) => text !== null && stderr.write(`${text}\n`) },
    log: () => {},
  });
  // A user without an entry in passwd(5) has no name.
  const who = orNull(() => userInfo().username);
  await audit.write({ time: Date.now(), who, role: null, from: 'command', action, target, status: 200 });
}
