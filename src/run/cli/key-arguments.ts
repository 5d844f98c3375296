/** The command line of `gander key`. */
import { Command } from 'commander';
import { SyntaxProblem } from '../../core/errors.ts';
import { parseSubcommand } from '../../core/commands/subcommand.ts';
import { isScope, type KeptKey, MOST_DAYS, SCOPES } from '../../net/credentials/api-key.ts';
import { KEY_SCOPES, ROLES } from '../../net/credentials/identity.ts';

export const KEY_TASKS = ['add', 'list', 'remove'] as const;
export type KeyTask = (typeof KEY_TASKS)[number];

export interface KeyOptions {
  /** Empty if the command takes none. */
  readonly name: string;
  readonly scope: NonNullable<KeptKey['scope']>;
  /** Null: the key does not expire. */
  readonly days: number | null;
  /** Configuration file of the server; null: the usual places. */
  readonly conf: string | null;
}

interface Parsed {
  readonly command: KeyTask;
  readonly options: KeyOptions;
}

/** With what each is for. */
const ALONE = Object.entries(KEY_SCOPES)
  .map(([scope, purpose]) => `${scope} (${purpose})`)
  .join(', ');

/** Parses the command to run, or the help to print. Throws `SyntaxProblem`. */
export const parseKeyArguments = (argv: readonly string[]): Parsed | { help: string } =>
  parseSubcommand<Parsed>(createProgram, argv);

/** Throws `SyntaxProblem`. */
function scopeIn(text: string): KeyOptions['scope'] {
  if (isScope(text)) return text;
  throw new SyntaxProblem(`--scope: expected one of ${SCOPES.join(', ')}, not "${text}".`);
}

/** Throws `SyntaxProblem`. */
function daysIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return days;
  throw new SyntaxProblem(`--days: expected a number from 1 to ${MOST_DAYS}, not "${text}".`);
}

function createProgram(run: (parsed: Parsed) => void): Command {
  const program = new Command('gander key').description('Manages API keys of servers.');
  const add = (command: KeyTask, description: string): Command =>
    program
      .command(command)
      .description(description)
      .option('-C, --config <file>', 'Configuration file of the server; default: the usual places.')
      .allowExcessArguments(false)
      .action(function () {
        const { scope = 'viewer', days, config = null } = this.opts<Record<string, string | undefined>>();
        const [name = ''] = this.args;
        run({ command, options: { name, scope: scopeIn(scope), days: daysIn(days), conf: config } });
      });
  add('add', 'Adds a key, and prints it, which happens only then.')
    .argument('<name>', 'Its name: letters, digits and - _ . @')
    .option('--scope <scope>', `What it may do: a role (${ROLES.join(', ')}), or ${ALONE} alone.`, 'viewer')
    .option('--days <number>', 'Days after which it expires; default: never.');
  add('list', 'Lists keys with scope, creation, expiry and last use.');
  add('remove', 'Removes a key; servers refuse it within a second.').argument('<name>', 'Its name.');
  return program;
}
