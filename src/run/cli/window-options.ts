/** `--at`, `--from` and `--to` of commands about the past. */
import type { Command } from 'commander';
import { parseTime } from '../../core/amounts.ts';
import { OptionError } from '../../core/option-parse.ts';
import { SyntaxProblem } from '../../core/errors.ts';
import { optionValue } from '../../core/commands/subcommand.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const USUAL_MS = 15 * MINUTE_MS;
/** On both sides of a moment. */
const AROUND_MS = 5 * MINUTE_MS;
const SHORTEST_MS = 10_000;
const LONGEST_MS = 7 * DAY_MS;

/** Values of options by name. */
export type RawOptions = Readonly<Record<string, string | true | undefined>>;

/** Null if the option is missing. */
export const textOf = (raw: RawOptions, key: string): string | null =>
  typeof raw[key] === 'string' ? raw[key] : null;

export const withWindow = (command: Command): Command =>
  command
    .option('--at <time>', 'The five minutes before and after a time: 03:12, a date, or an age such as 2h.')
    .option('--from <time>', 'Begin, in the same forms.')
    .option('--to <time>', 'End, in the same forms; default: now.');

/** Adds the options for the source of the history: another host, a folder, or the configured one. */
export const withPlace = (command: Command): Command =>
  command
    .option('-c, --client <host>', 'Ask the agent of another host.')
    .option('--folder <path>', 'Folder of the history; default: that of the configuration.')
    .option('-C, --config <path>', 'Configuration file.');

export interface Place {
  /** Another host, as after `-c`; null: this one. */
  readonly client: string | null;
  /** Null: as configured. */
  readonly folder: string | null;
  readonly confFile: string | null;
}

/** Throws `SyntaxProblem`. */
export function placeIn(raw: RawOptions): Place {
  const [client, folder] = [textOf(raw, 'client'), textOf(raw, 'folder')];
  if (client !== null && folder !== null)
    throw new SyntaxProblem('-c asks another host, which has its own folder: leave --folder out.');
  return { client, folder, confFile: textOf(raw, 'config') };
}

/** Milliseconds since the epoch. Throws `SyntaxProblem`. */
export function windowIn(raw: RawOptions, now: number): { from: number; to: number } {
  const time = (key: string): number | null => {
    const given = textOf(raw, key);
    return given === null ? null : optionValue(`--${key}`, given, () => timeOf(given, now));
  };
  const [at, from, to] = [time('at'), time('from'), time('to')];
  if (at !== null && (from !== null || to !== null))
    throw new SyntaxProblem('--at replaces --from and --to: give one or the other.');
  const end = Math.min(now, to ?? (at === null ? now : at + AROUND_MS));
  const begin = from ?? (at === null ? end - USUAL_MS : at - AROUND_MS);
  if (end - begin < SHORTEST_MS)
    throw new SyntaxProblem('--from must be at least ten seconds before --to and before now.');
  if (end - begin > LONGEST_MS)
    throw new SyntaxProblem('--from and --to must not be more than seven days apart.');
  return { from: begin, to: end };
}

function otherTimeOf(text: string, now: number): number {
  try {
    return parseTime(text, now);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new OptionError(
      'expected a time of day such as 03:12, a date such as 2026-11-22T05:00Z, an age such as 2h, milliseconds since 1970, or now',
    );
  }
}

/** A time of day means its latest past occurrence. */
function timeOf(text: string, now: number): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hours === undefined) return otherTimeOf(text, now);
  const date = new Date(now);
  date.setHours(Number(hours), Number(minutes), 0, 0);
  if (date.getTime() > now) date.setDate(date.getDate() - 1);
  return date.getTime();
}
