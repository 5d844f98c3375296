/** The command line of `gander alerts`. */
import { Command } from 'commander';
import { parseTime } from '../../core/amounts.ts';
import type { Threshold } from '../../core/level-rule.ts';
import { numberOf, OptionError, wholeNumberOf } from '../../core/option-parse.ts';
import { optionValue, parseSubcommand } from '../../core/commands/subcommand.ts';

export interface AlertsOptions {
  /** Event types in upper case; empty: every value that raises events. */
  readonly types: readonly string[];
  /** Null: as configured. */
  readonly folder: string | null;
  readonly confFile: string | null;
  /** Milliseconds since the epoch; null: all recorded minutes. */
  readonly from: number | null;
  readonly thresholds: Partial<Record<Threshold, number>>;
  /** Seconds; null: as configured. */
  readonly for: number | null;
  readonly clearFor: number | null;
  readonly isJson: boolean;
}

export const ALERTS_COMMANDS = ['test'] as const;

/** Parses the options of `gander alerts test`, or the help to print. Throws `SyntaxProblem`. */
export const parseAlertsArguments = (argv: readonly string[]): AlertsOptions | { help: string } =>
  parseSubcommand(createProgram, argv);

function createProgram(found: (options: AlertsOptions) => void): Command {
  const program = new Command('gander alerts').description('Tries alerts on the recorded history.');
  program
    .command('test')
    .description('Reports how often alerts would have been notified, when, and with other numbers.')
    .argument('[type...]', 'Values, such as CPU_TOTAL or FS_/HOME; default: every value that raises events.')
    .option('--from <time>', 'Begin: a date, or an age such as 30d; default: everything recorded.')
    .option('--careful <number>', 'Threshold to try.')
    .option('--warning <number>', 'Threshold to try.')
    .option('--critical <number>', 'Threshold to try.')
    .option('--for <seconds>', 'Time that a value stays above its threshold before it is notified.')
    .option('--clear-for <seconds>', 'Time after which an alert that is over is notified as ended.')
    .option('--folder <path>', 'Folder of the history; default: that of the configuration.')
    .option('-C, --config <path>', 'Configuration file.')
    .option('--json', 'Print JSON.')
    .action((types: string[], raw: Raw) => found(optionsOf(types, raw)));
  return program;
}

type Raw = Readonly<Record<string, string | true | undefined>>;

function optionsOf(types: readonly string[], raw: Raw): AlertsOptions {
  const value = <T>(key: string, name: string, parse: (text: string) => T): T | null => {
    const text = raw[key];
    return typeof text === 'string' ? optionValue(name, text, () => parse(text)) : null;
  };
  const threshold = (name: Threshold) => {
    const limit = value(name, `--${name}`, parseNumber);
    return limit === null ? {} : { [name]: limit };
  };
  return {
    types: types.map((type) => type.toUpperCase()),
    folder: value('folder', '--folder', String),
    confFile: value('config', '--config', String),
    from: value('from', '--from', (text) => parseTime(text, Date.now())),
    thresholds: { ...threshold('careful'), ...threshold('warning'), ...threshold('critical') },
    for: value('for', '--for', parseSeconds),
    clearFor: value('clearFor', '--clear-for', parseSeconds),
    isJson: raw['json'] === true,
  };
}

function parseNumber(text: string): number {
  const number = numberOf(text);
  if (number === null) throw new OptionError('expected a number');
  return number;
}

function parseSeconds(text: string): number {
  const seconds = wholeNumberOf(text);
  if (seconds === null || seconds < 0) throw new OptionError('expected a whole number of seconds');
  return seconds;
}
