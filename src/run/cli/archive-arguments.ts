/** The command line of `gander archive`. */
import { Command, Option } from 'commander';
import { parseDuration, parseTime } from '../../core/amounts.ts';
import { FORMATS, type Format } from '../../history/archive/transfer/export.ts';
import { optionValue, parseSubcommand } from '../../core/commands/subcommand.ts';

export interface ArchiveOptions {
  /** Null: as configured. */
  readonly folder: string | null;
  readonly confFile: string | null;
  /** Milliseconds since the epoch. */
  readonly from: number | null;
  readonly to: number | null;
  readonly series: readonly string[];
  /** Milliseconds; null: not given. */
  readonly step: number | null;
  readonly format: Format;
  readonly olderThan: number | null;
  /** Null: standard input or output. */
  readonly file: string | null;
}

export const ARCHIVE_COMMANDS = ['stat', 'check', 'export', 'import', 'prune'] as const;
type ArchiveCommand = (typeof ARCHIVE_COMMANDS)[number];

interface ArchiveWork {
  readonly command: ArchiveCommand;
  readonly options: ArchiveOptions;
}

/** Parses the command to run, or the help to print. Throws `SyntaxProblem`. */
export const parseArchiveArguments = (argv: readonly string[]): ArchiveWork | { help: string } =>
  parseSubcommand<ArchiveWork>(
    (found) => createProgram((command, options) => found({ command, options })),
    argv,
  );

function createProgram(run: (command: ArchiveCommand, options: ArchiveOptions) => void): Command {
  const program = new Command('gander archive').description('Maintains the history on disk.');
  const add = (name: ArchiveCommand, description: string): Command =>
    program
      .command(name)
      .description(description)
      .option('--folder <path>', 'Folder of the history; default: that of the configuration.')
      .option('-C, --config <path>', 'Configuration file.')
      .allowExcessArguments(false)
      .action(function () {
        run(name, optionsOf(this.opts(), this.args[0]));
      });
  add('stat', 'Shows what the history holds, and its size.');
  add('check', 'Reads the whole history, and reports damage.');
  add('export', 'Exports the history as text to standard output.')
    .option('--from <time>', 'Begin: a date, or an age such as 7d.', '1d')
    .option('--to <time>', 'End; default: now.')
    .option('--series <pattern...>', 'Patterns of series, such as cpu/* or network/*/bytes_*.')
    .option('--step <duration>', 'Width of a row; default: 1m.')
    .addOption(new Option('--format <format>', 'Form of the text.').choices(FORMATS).default('csv'));
  add('import', 'Imports any form that export writes; the agent must be stopped.')
    .argument('[file]', 'File to read; default: standard input.')
    .option('--step <duration>', 'Width of a row; default: the shortest time between two rows.');
  add('prune', 'Removes old data; the agent must be stopped.').requiredOption(
    '--older-than <duration>',
    'Age, such as 30d.',
  );
  return program;
}

type Raw = Readonly<Record<string, string | string[] | undefined>>;

function optionsOf(raw: Raw, file: string | undefined): ArchiveOptions {
  const text = (name: string): string | null => (typeof raw[name] === 'string' ? raw[name] : null);
  return {
    folder: text('folder'),
    confFile: text('config'),
    from: momentOf('--from', text('from')),
    to: momentOf('--to', text('to')),
    series: [raw['series'] ?? []].flat(),
    step: text('step') === null ? null : durationOf('--step', text('step') ?? ''),
    format: (text('format') ?? 'csv') as Format,
    olderThan: text('olderThan') === null ? null : durationOf('--older-than', text('olderThan') ?? ''),
    file: file ?? null,
  };
}

const momentOf = (name: string, text: string | null): number | null =>
  text === null ? null : optionValue(name, text, () => parseTime(text, Date.now()));

const durationOf = (name: string, text: string): number => optionValue(name, text, () => parseDuration(text));
