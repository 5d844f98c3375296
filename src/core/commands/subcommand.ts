/** Groups of commands beside the modes, such as `gander archive …`, each with its own commander program. */
import { type Command, CommanderError } from 'commander';
import { OptionError } from '../option-parse.ts';
import { SyntaxProblem } from '../errors.ts';

/** Help, completion and the manual page follow from this. */
export interface DescribedCommand {
  readonly name: string;
  readonly description: string;
  /** Empty: the command has no subcommands. */
  readonly tasks: readonly string[];
}

/** `run` resolves with the exit code. */
export type CommandModule = { run(process: NodeJS.Process, program: BuiltProgram): Promise<number> };

/** A command of a feature. Every mode loads the declaration, so `load` imports the code. */
export interface Subcommand extends DescribedCommand {
  load(): Promise<CommandModule>;
}

/** Parts of the build that a run needs. */
export interface BuiltProgram {
  /** Folder of the built page. */
  readonly pageFolder: string;
}

/**
 * Parses the arguments of a command group.
 * @param create builds the program; each of its commands calls `found` with its action
 * @returns the action, or requested help. Throws `SyntaxProblem`.
 */
export function parseSubcommand<T>(
  create: (found: (work: T) => void) => Command,
  argv: readonly string[],
): T | { help: string } {
  const results: T[] = [];
  const program = create((work) => void results.push(work));
  let help = '';
  const output = (text: string): void => void (help += text);
  for (const each of [program, ...program.commands])
    each.exitOverride().configureOutput({ writeErr: output, writeOut: output });
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code.startsWith('commander.help')) return { help };
    if (error.code === 'commander.unknownCommand') throw unknownCommand(program);
    if (error.code === 'commander.excessArguments') throw unexpectedArgument([program, ...program.commands]);
    throw syntaxProblem(error);
  }
  return results[0] ?? { help: program.helpInformation() };
}

/** Runs a command: prints requested help, or does its work. Rejects with the errors of both. */
export const defineRun =
  <T extends object>(
    parse: (argv: readonly string[]) => T | { help: string },
    work: (parsed: T, process: NodeJS.Process, program: BuiltProgram) => Promise<number>,
  ): CommandModule['run'] =>
  async (process, program) => {
    const parsed = parse(process.argv.slice(3));
    if (!('help' in parsed)) return work(parsed, process, program);
    process.stdout.write(`${String(parsed.help).trimEnd()}\n`);
    return 0;
  };

/** Converts commander's `error: unknown option '--x'` with its suggestion on a second line. */
export function syntaxProblem({ message }: CommanderError): SyntaxProblem {
  const [what = '', hint] = message.replace(/^error: /, '').split('\n');
  const start = what.charAt(0).toUpperCase() + what.slice(1).replace(/\.$/, '');
  return new SyntaxProblem(hint === undefined ? `${start}.` : `${start}. ${hint.replace(/^\(|\)$/g, '')}`);
}

function unknownCommand(program: Command): SyntaxProblem {
  const names = program.commands.map((command) => command.name()).join(', ');
  const group = program.name().replace(/^gander /, '');
  return new SyntaxProblem(`${group}: expected one of ${names}, not "${program.args[0] ?? ''}".`);
}

function unexpectedArgument(commands: readonly Command[]): SyntaxProblem {
  const command = commands.findLast(({ args, registeredArguments: known }) => args.length > known.length);
  return new SyntaxProblem(
    `Unexpected argument "${command?.args[command.registeredArguments.length] ?? ''}".`,
  );
}

/** Parses the value of an option by a parser of `core`. Throws `SyntaxProblem`. */
export function optionValue<T>(name: string, text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof OptionError) throw new SyntaxProblem(`${name}: ${error.message}, not "${text}".`);
    throw error;
  }
}
