/** The command line of `gander beat`. */
import { Command } from 'commander';
import { parseDuration } from '../../core/amounts.ts';
import { OptionError } from '../../core/option-parse.ts';
import { optionValue, parseSubcommand } from '../../core/commands/subcommand.ts';

export const PUSH_CHECK_TASKS = ['add', 'list', 'remove'] as const;
export type PushCheckTask = (typeof PUSH_CHECK_TASKS)[number];

export interface PushCheckOptions {
  /** Empty if the command takes none. */
  readonly name: string;
  /** Milliseconds. */
  readonly every: number;
  readonly grace: number;
  /** State folder of the agent; null: this user's. */
  readonly folder: string | null;
}

const LEAST_EVERY_MS = 10_000;
const MOST_MS = 400 * 86_400_000;

interface Parsed {
  readonly command: PushCheckTask;
  readonly options: PushCheckOptions;
}

/** Parses the command to run, or the help to print. Throws `SyntaxProblem`. */
export const parsePushCheckArguments = (argv: readonly string[]): Parsed | { help: string } =>
  parseSubcommand<Parsed>(createProgram, argv);

function createProgram(run: (parsed: Parsed) => void): Command {
  const program = new Command('gander beat').description(
    'Manages push checks: calls that other programs make regularly. An alert says when one is missing.',
  );
  const add = (command: PushCheckTask, description: string): Command =>
    program
      .command(command)
      .description(description)
      .option('--folder <path>', 'State folder of the agent; default: that of this user.')
      .allowExcessArguments(false)
      .action(function () {
        run({ command, options: optionsOf(this.opts(), this.args[0] ?? '') });
      });
  add('add', 'Adds a beat, and prints its token, which is shown only then.')
    .argument('<name>', 'Its name: letters, digits and - _ . @')
    .requiredOption('--every <duration>', 'Time between two calls, such as 1d.')
    .option('--grace <duration>', 'Time that a call may be late.', '5m');
  add('list', 'Lists beats with period, grace and last call.');
  add('remove', 'Removes a beat; its token is refused within seconds.').argument('<name>', 'Its name.');
  return program;
}

function optionsOf(raw: Readonly<Record<string, string | undefined>>, name: string): PushCheckOptions {
  const { every, grace, folder = null } = raw;
  return {
    name,
    every: every === undefined ? 0 : within('--every', every, LEAST_EVERY_MS),
    grace: grace === undefined ? 0 : within('--grace', grace, 0),
    folder,
  };
}

const within = (name: string, text: string, least: number): number =>
  optionValue(name, text, () => {
    const ms = parseDuration(text);
    if (ms >= least && ms <= MOST_MS) return ms;
    throw new OptionError(`expected a duration from ${least / 1000}s to 400d`);
  });
