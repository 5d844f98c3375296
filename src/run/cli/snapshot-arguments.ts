/** The command line of `gander snapshot`. */
import { Command } from 'commander';
import { parseSubcommand } from '../../core/commands/subcommand.ts';
import {
  type Place,
  placeIn,
  type RawOptions,
  textOf,
  windowIn,
  withPlace,
  withWindow,
} from './window-options.ts';

export interface SnapshotOptions extends Place {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Path of the file; null: named after host and time. */
  readonly output: string | null;
  readonly isRedacted: boolean;
}

/** Parses the options of `gander snapshot`, or the help to print. Throws `SyntaxProblem`. */
export const parseSnapshotArguments = (
  argv: readonly string[],
  now = Date.now(),
): SnapshotOptions | { help: string } => parseSubcommand((found) => createProgram(found, now), argv);

const createProgram = (found: (options: SnapshotOptions) => void, now: number): Command =>
  withPlace(
    withWindow(
      new Command('gander snapshot').description(
        'Writes an incident to one file: its history, programs, alerts, logs and explanation. Default: the last 15 minutes.',
      ),
    ),
  )
    .option('-o, --output <file>', 'File to write; it must not exist. Default: named after host and time.')
    .option('--redact', 'Replace names of hosts and users, addresses, paths and arguments; leave logs out.')
    .allowExcessArguments(false)
    .action((raw: RawOptions) =>
      found({
        ...windowIn(raw, now),
        ...placeIn(raw),
        output: textOf(raw, 'output'),
        isRedacted: raw['redact'] === true,
      }),
    );
