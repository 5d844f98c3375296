/** The command line of `gander explain`. */
import { Command } from 'commander';
import { SyntaxProblem } from './endings.ts';
import { parseSubcommand } from './subcommand.ts';
import { type RawOptions, textOf, windowIn, withWindow } from './window-options.ts';

export interface ExplainOptions {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Another host, as after `-c`; null: this one. */
  readonly client: string | null;
  /** Null: that of the configuration. */
  readonly folder: string | null;
  readonly confFile: string | null;
  readonly isJson: boolean;
}

/** The options of `gander explain`, or the help to print. Throws `SyntaxProblem`. */
export const parseExplainArguments = (
  argv: readonly string[],
  now = Date.now(),
): ExplainOptions | { help: string } => parseSubcommand((found) => createProgram(found, now), argv);

const createProgram = (found: (options: ExplainOptions) => void, now: number): Command =>
  withWindow(
    new Command('gander explain').description(
      'Says why this machine was slow, from its history. Default: the last 15 minutes.',
    ),
  )
    .option('-c, --client <host>', 'Ask the agent of another host.')
    .option('--folder <path>', 'Folder of the history; default: that of the configuration.')
    .option('-C, --config <path>', 'Configuration file.')
    .option('--json', 'Print JSON, as /api/explain answers.')
    .allowExcessArguments(false)
    .action((raw: RawOptions) => found(optionsOf(raw, now)));

function optionsOf(raw: RawOptions, now: number): ExplainOptions {
  const [client, folder] = [textOf(raw, 'client'), textOf(raw, 'folder')];
  const window = windowIn(raw, now);
  if (client !== null && folder !== null)
    throw new SyntaxProblem('-c asks another host, which has a folder of its own: leave --folder out.');
  return { ...window, client, folder, confFile: textOf(raw, 'config'), isJson: raw['json'] === true };
}
