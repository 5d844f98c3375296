/** The command line of `gander metric`. */
import { Command } from 'commander';
import { parseSubcommand } from '../../core/commands/subcommand.ts';

export const METRIC_TASKS = ['test'] as const;

export interface MetricOptions {
  /** Of `[metric_NAME]`. */
  readonly name: string;
  /** Null: search the usual places. */
  readonly confFile: string | null;
  readonly disableExec: boolean;
}

/** Parses the options of `gander metric test`, or the help to print. Throws `SyntaxProblem`. */
export const parseMetricArguments = (argv: readonly string[]): MetricOptions | { help: string } =>
  parseSubcommand(createProgram, argv);

function createProgram(found: (options: MetricOptions) => void): Command {
  const program = new Command('gander metric').description('Tries a source of your own numbers.');
  program
    .command('test')
    .description('Reads a source once: its series, every refused line with the reason, and the cost.')
    .argument('<name>', 'Name of the source: that of [metric_NAME].')
    .option('-C, --config <path>', 'Configuration file.')
    .option('--disable-config-exec', 'Run no command.')
    .allowExcessArguments(false)
    .action((name: string, raw: { config?: string; disableConfigExec?: true }) =>
      found({ name, confFile: raw.config ?? null, disableExec: raw.disableConfigExec === true }),
    );
  return program;
}
