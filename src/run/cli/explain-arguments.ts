/** The command line of `gander explain`. */
import { Command } from 'commander';
import { parseTime } from '../../core/amounts.ts';
import { SyntaxProblem } from './endings.ts';
import { optionValue, parseSubcommand } from './subcommand.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const USUAL_MS = 15 * MINUTE_MS;
/** On both sides of a moment. */
const AROUND_MS = 5 * MINUTE_MS;
const SHORTEST_MS = 10_000;
const LONGEST_MS = 7 * DAY_MS;

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

type Raw = Readonly<Record<string, string | true | undefined>>;

const createProgram = (found: (options: ExplainOptions) => void, now: number): Command =>
  new Command('gander explain')
    .description('Says why this machine was slow, from its history. Default: the last 15 minutes.')
    .option('--at <time>', 'The five minutes before and after a time: 03:12, a date, or an age such as 2h.')
    .option('--from <time>', 'Begin, in the same forms.')
    .option('--to <time>', 'End, in the same forms; default: now.')
    .option('-c, --client <host>', 'Ask the agent of another host.')
    .option('--folder <path>', 'Folder of the history; default: that of the configuration.')
    .option('-C, --config <path>', 'Configuration file.')
    .option('--json', 'Print JSON, as /api/explain answers.')
    .allowExcessArguments(false)
    .action((raw: Raw) => found(optionsOf(raw, now)));

function optionsOf(raw: Raw, now: number): ExplainOptions {
  const text = (key: string): string | null => (typeof raw[key] === 'string' ? raw[key] : null);
  const time = (key: string): number | null => {
    const given = text(key);
    return given === null ? null : optionValue(`--${key}`, given, () => timeOf(given, now));
  };
  const [at, from, to] = [time('at'), time('from'), time('to')];
  if (at !== null && (from !== null || to !== null))
    throw new SyntaxProblem('--at replaces --from and --to: give one or the other.');
  if (text('client') !== null && text('folder') !== null)
    throw new SyntaxProblem('-c asks another host, which has a folder of its own: leave --folder out.');
  const end = Math.min(now, to ?? (at === null ? now : at + AROUND_MS));
  const begin = from ?? (at === null ? end - USUAL_MS : at - AROUND_MS);
  if (end - begin < SHORTEST_MS)
    throw new SyntaxProblem('--from must be at least ten seconds before --to and before now.');
  if (end - begin > LONGEST_MS)
    throw new SyntaxProblem('--from and --to must not be more than seven days apart.');
  return {
    from: begin,
    to: end,
    client: text('client'),
    folder: text('folder'),
    confFile: text('config'),
    isJson: raw['json'] === true,
  };
}

/** A time of the day is the latest one that is past. */
function timeOf(text: string, now: number): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hours === undefined) return parseTime(text, now);
  const date = new Date(now);
  date.setHours(Number(hours), Number(minutes), 0, 0);
  if (date.getTime() > now) date.setDate(date.getDate() - 1);
  return date.getTime();
}
