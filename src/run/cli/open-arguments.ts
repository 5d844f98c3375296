/** The command line of `gander open`. */
import { Command } from 'commander';
import { integerOption } from '../../core/options.ts';
import { parseOption } from '../../core/option-parse.ts';
import { optionValue, parseSubcommand } from '../../core/commands/subcommand.ts';

interface OpenOptions {
  readonly file: string;
  /** 0: any free port. */
  readonly port: number;
}

const PORT = integerOption(0, 'Port.', [1, 65_535]);

/** Parses the options of `gander open`, or the help to print. Throws `SyntaxProblem`. */
export const parseOpenArguments = (argv: readonly string[]): OpenOptions | { help: string } =>
  parseSubcommand(createProgram, argv);

const createProgram = (found: (options: OpenOptions) => void): Command =>
  new Command('gander open')
    .description('Shows a file of `gander snapshot` as the page at that time, on this machine only.')
    .argument('<file>', 'The file.')
    .option('-p, --port <port>', 'Port; default: any that is free.')
    .allowExcessArguments(false)
    .action((file: string, { port }: { port?: string }) =>
      found({
        file,
        port: port === undefined ? 0 : optionValue('--port', port, () => parseOption(PORT, port) as number),
      }),
    );
