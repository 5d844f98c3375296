/** The command line of `gander plugin`. */
import { Command } from 'commander';
import { parseSubcommand } from '../../core/commands/subcommand.ts';

export const PLUGIN_TASKS = ['test'] as const;

interface PluginOptions {
  /** Folder of the plugin. */
  readonly folder: string;
  readonly updates: boolean;
}

/** Parses the options of `gander plugin test`, or the help to print. Throws `SyntaxProblem`. */
export const parsePluginArguments = (argv: readonly string[]): PluginOptions | { help: string } =>
  parseSubcommand(createProgram, argv);

function createProgram(found: (options: PluginOptions) => void): Command {
  const program = new Command('gander plugin').description('Tests a plugin of your own.');
  program
    .command('test')
    .description('Runs the recorded test cases of a plugin.')
    .argument('[folder]', 'Folder with package.json and testcases/.', '.')
    .option('--update', 'Write what was read as what is expected.')
    .allowExcessArguments(false)
    .action((folder: string, raw: { update?: true }) => found({ folder, updates: raw.update === true }));
  return program;
}
