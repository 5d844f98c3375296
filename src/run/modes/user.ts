/** `gander user`: users of servers with the same configuration. A running server notices within a second. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { Failure } from '../../core/errors.ts';
import {
  addUser,
  readRoles,
  removeUser,
  setPassword,
  setRole,
  usersPath,
} from '../../net/credentials/user-file.ts';
import { type CommandReport, reportChange } from '../../net/credentials/audit-command.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { askNewPassword } from '../cli/password/ask-password.ts';
import { passwordFolders } from '../cli/password/folders.ts';
import { takePassword } from '../cli/password/from-environment.ts';
import { createTerminal, type Terminal } from '../cli/password/terminal.ts';
import { parseUserArguments, type UserOptions, type UserTask } from '../cli/user-arguments.ts';
import { readConfiguration } from '../parts/configuration.ts';

/** Resolves with the exit code. Throws `UsageError`, `AuthError` and {@link Failure}. */
export const run = defineRun(parseUserArguments, async ({ command, options }, process) => {
  const { env } = process;
  const { sections } = await readConfiguration(options.conf, env);
  const { own } = passwordFolders(sections.passwords.local_password_path, env);
  const given = takePassword(env).password;
  const password = () =>
    given === undefined ? newPassword(createTerminal(process)) : Promise.resolve(given);
  const report = await manageUsers(command, options, { folder: own, password });
  const folder = stateFolder(env, process.getuid?.() === 0);
  return reportChange(report, { folder, noun: 'user', task: command, target: options.name }, process);
});

function newPassword(terminal: Terminal): Promise<string> {
  if (terminal.isInteractive) return askNewPassword(terminal);
  throw new Failure(
    'There is no terminal to ask for a password: set GANDER_PASSWORD_FILE or GANDER_PASSWORD.',
  );
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
): Promise<CommandReport> {
  const done = (note: string): CommandReport => ({ lines: [], notes: [note] });
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
