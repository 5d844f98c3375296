/** The command line of `gander mcp`. */
import { Command } from 'commander';
import { parseSubcommand } from '../../core/commands/subcommand.ts';
import { type RawOptions, textOf } from './window-options.ts';

interface McpOptions {
  /** Agent as after `-c`. */
  readonly client: string;
  readonly confFile: string | null;
}

const HERE = 'localhost';

/** Parses the options of `gander mcp`, or the help to print. Throws `SyntaxProblem`. */
export const parseMcpArguments = (argv: readonly string[]): McpOptions | { help: string } =>
  parseSubcommand(createProgram, argv);

const createProgram = (found: (options: McpOptions) => void): Command =>
  new Command('gander mcp')
    .description(
      'Lets an assistant that started it read an agent, by the Model Context Protocol on standard input and output. Nothing can be changed.',
    )
    .option(
      '-c, --client <host>',
      'Read the agent of this host; default: that of this machine, on port 61208.',
    )
    .option('-C, --config <path>', 'Configuration file, with the passwords of hosts.')
    .allowExcessArguments(false)
    .action((raw: RawOptions) =>
      found({ client: textOf(raw, 'client') ?? HERE, confFile: textOf(raw, 'config') }),
    );
