/** The command line of `gander explain`. */
import { Command } from 'commander';
import { parseSubcommand } from '../../core/commands/subcommand.ts';
import { type Place, placeIn, type RawOptions, windowIn, withPlace, withWindow } from './window-options.ts';

export interface ExplainOptions extends Place {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly isJson: boolean;
}

/** Parses the options of `gander explain`, or the help to print. Throws `SyntaxProblem`. */
export const parseExplainArguments = (
  argv: readonly string[],
  now = Date.now(),
): ExplainOptions | { help: string } => parseSubcommand((found) => createProgram(found, now), argv);

const createProgram = (found: (options: ExplainOptions) => void, now: number): Command =>
  withPlace(
    withWindow(
      new Command('gander explain').description(
        'Explains from its history why this machine was slow. Default: the last 15 minutes.',
      ),
    ),
  )
    .option('--json', 'Print JSON, as /api/explain answers.')
    .allowExcessArguments(false)
    .action((raw: RawOptions) =>
      found({ ...windowIn(raw, now), ...placeIn(raw), isJson: raw['json'] === true }),
    );
