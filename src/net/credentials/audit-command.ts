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
