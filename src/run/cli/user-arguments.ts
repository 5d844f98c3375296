/** The command line of `gander user`. */
import { Command } from 'commander';
import { parseSubcommand } from '../../core/commands/subcommand.ts';
import { SyntaxProblem } from '../../core/errors.ts';
import { isRole, type Role, ROLES } from '../../net/credentials/identity.ts';

export const USER_TASKS = ['add', 'list', 'role', 'remove', 'password'] as const;
export type UserTask = (typeof USER_TASKS)[number];

export interface UserOptions {
  /** Empty if the command takes none. */
  readonly name: string;
  readonly role: Role;
  /** Names and tags of servers of a hub; empty: bound to none; undefined: not given. */
  readonly servers?: readonly string[];
  /** Configuration file of the server; null: the usual places. */
  readonly conf: string | null;
}

interface Parsed {
  readonly command: UserTask;
  readonly options: UserOptions;
}

/** Parses the command to run, or the help to print. Throws `SyntaxProblem`. */
export const parseUserArguments = (argv: readonly string[]): Parsed | { help: string } =>
  parseSubcommand<Parsed>(createProgram, argv);

const ROLE_WORDS = `${ROLES.slice(0, -1).join(', ')} or ${ROLES.at(-1)}`;

/** Throws `SyntaxProblem`. */
function roleIn(text: string): Role {
  if (isRole(text)) return text;
  throw new SyntaxProblem(`role: expected ${ROLE_WORDS}, not "${text}".`);
}

function createProgram(run: (parsed: Parsed) => void): Command {
  const program = new Command('gander user').description('Manages the users of servers, and their roles.');
  const add = (command: UserTask, description: string): Command =>
    program
      .command(command)
      .description(description)
      .option('-C, --config <file>', 'Configuration file of the server; default: the usual places.')
      .allowExcessArguments(false)
      .action(function () {
        const { role, servers, config = null } = this.opts<Record<string, string | undefined>>();
        const [name = '', word] = this.args;
        run({
          command,
          options: {
            name,
            role: roleIn(word ?? role ?? 'viewer'),
            conf: config,
            ...(servers !== undefined && { servers: servers.split(',').filter(Boolean) }),
          },
        });
      });
  const NAME = 'Name of the user.';
  const SERVERS = [
    '--servers <words>',
    'Servers of a hub to which the user is bound: names, or tags such as tag:web, separated by commas; empty: to none.',
  ] as const;
  add('add', 'Adds a user, and asks for the password.')
    .argument('<name>', NAME)
    .option('--role <role>', `What the user may do: ${ROLE_WORDS}.`, 'viewer')
    .option(...SERVERS);
  add('list', 'Lists users and roles.');
  add('role', 'Gives a user another role.')
    .argument('<name>', NAME)
    .argument('<role>', `${ROLE_WORDS}.`)
    .option(...SERVERS);
  add('remove', 'Removes a user with password and sessions.').argument('<name>', NAME);
  add('password', 'Asks for another password of a user.').argument('<name>', NAME);
  return program;
}
