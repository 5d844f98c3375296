/** `gander user`: users of servers with the same configuration. A running server notices within a second. */
import { Failure } from '../../core/commands/endings.ts';
import {
  addUser,
  readRoles,
  removeUser,
  setPassword,
  setRole,
  usersPath,
} from '../../net/credentials/user-file.ts';
import { auditCommand } from '../../net/credentials/audit-command.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { askNewPassword } from '../cli/password/ask-password.ts';
import { passwordFolders } from '../cli/password/folders.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal, type Terminal } from '../cli/password/terminal.ts';
import { parseUserArguments, type UserOptions, type UserTask } from '../cli/user-arguments.ts';
import { readConfiguration } from '../parts/configuration.ts';

/** Resolves with the exit code. Throws `UsageError`, `AuthError` and {@link Failure}. */
export async function run(process: NodeJS.Process): Promise<number> {
  const { argv, env, stdout, stderr } = process;
  const parsed = parseUserArguments(argv.slice(3));
  if ('help' in parsed) {
    stdout.write(parsed.help);
    return 0;
  }
  const { sections } = await readConfiguration(parsed.options.conf, env);
  const { own } = passwordFolders(sections.passwords.local_password_path, env);
  const given = takePassword(env).password;
  const password = () =>
    given === undefined ? newPassword(createTerminal(process)) : Promise.resolve(given);
  const { lines, notes } = await manageUsers(parsed.command, parsed.options, { folder: own, password });
  if (parsed.command !== 'list')
    await auditCommand(
      {
        folder: stateFolder(env, process.getuid?.() === 0),
        action: `user ${parsed.command}`,
        target: parsed.options.name,
      },
      stderr,
    );
  for (const line of lines) stdout.write(`${line}\n`);
  for (const note of notes) stderr.write(`${note}\n`);
  return 0;
}

function newPassword(terminal: Terminal): Promise<string> {
  if (terminal.isInteractive) return askNewPassword(terminal);
  throw new Failure(
    'There is no terminal to ask for a password: set GANDER_PASSWORD_FILE or GANDER_PASSWORD.',
  );
}

interface UserReport {
  /** Output for programs. */
  readonly lines: readonly string[];
  /** Output for people. */
  readonly notes: readonly string[];
}

interface UserSetup {
  readonly folder: string;
  password(): Promise<string>;
}

/** Rejects with `UsageError` and `AuthError`. */
export async function manageUsers(
  task: UserTask,
  { name, role, servers }: UserOptions,
  { folder, password }: UserSetup,
): Promise<UserReport> {
  const done = (note: string): UserReport => ({ lines: [], notes: [note] });
  const isFirst = readRoles(folder).length === 0;
  switch (task) {
    case 'add':
      await addUser(folder, { name, role, ...(servers?.length && { servers }) }, await password());
      return done(
        `${name} is ${role}, kept in ${usersPath(folder)}.${
          isFirst ? ' Servers ask for a login from their next start on.' : ''
        }`,
      );
    case 'list':
      return {
        lines: readRoles(folder).map(({ name, role, servers = [] }) =>
          [name, role, ...(servers.length === 0 ? [] : [servers.join()])].join('\t'),
        ),
        notes: isFirst ? [`There are no users in ${usersPath(folder)}.`] : [],
      };
    case 'role':
      await setRole(folder, { name, role, ...(servers && { servers }) });
      return done(`${name} is ${role}.`);
    case 'password':
      await setPassword(folder, name, await password());
      return done(`${name} has another password; tokens and sessions of before have ended.`);
    case 'remove':
      await removeUser(folder, name);
      return done(`${name} is removed.`);
  }
}
