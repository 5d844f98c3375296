/** Parses arguments into typed values. */
import { CommanderError } from 'commander';
import { nearest } from '../../core/nearest.ts';
import { numberOf, wholeNumberOf } from '../../core/option-parse.ts';
import { service } from '../../core/parts/service.ts';
import { normalArguments } from './arguments.ts';
import type { CliOption } from './declare.ts';
import { syntaxProblem } from '../../core/commands/subcommand.ts';
import { SyntaxProblem } from '../../core/errors.ts';
import { type Key, mainName, OPTIONS, optionEntries, type Values } from './options.ts';
import { createProgram } from './program.ts';
import { SUBCOMMANDS } from './subcommands.ts';

export interface CommandLine {
  values: Values;
  /** Options given, whatever their values. */
  given: ReadonlySet<Key>;
}
export const CommandLine = service<CommandLine>('command line');

/** Throws {@link SyntaxProblem}. The last of several equal options counts. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const values: Record<string, unknown> = Object.fromEntries(
    optionEntries().map(([key, { fallback }]) => [key, fallback]),
  );
  const given = new Set<Key>();
  const program = createProgram((key, raw) => {
    values[key] = typeof raw === 'boolean' ? raw : valueOf(OPTIONS[key], raw);
    given.add(key);
  });
  try {
    program.parse(normalArguments(argv), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw syntaxProblem(error);
    throw error;
  }
  const [surplus] = program.args;
  if (surplus !== undefined) throw surplusProblem(surplus);
  return { values: values as Values, given };
}

function surplusProblem(word: string): SyntaxProblem {
  const command = nearest(
    word,
    SUBCOMMANDS.map(({ name }) => name),
  );
  return new SyntaxProblem(
    command === undefined
      ? `"${word}" is not an option: options start with a dash. To show the host ${word}, write -c ${word}.`
      : command === word
        ? `"${word}" must be the first word: gander ${word}.`
        : `There is no command "${word}"; did you mean "${command}"?`,
  );
}

function valueOf(option: CliOption, raw: string): string | number {
  const name = mainName(option.names);
  if (option.choices !== undefined && !option.choices.includes(raw))
    throw new SyntaxProblem(`${name}: expected one of ${option.choices.join(', ')}, not "${raw}".`);
  if (option.type === 'text') return raw;
  const whole = option.type === 'integer';
  const value = whole ? wholeNumberOf(raw) : numberOf(raw);
  if (value === null)
    throw new SyntaxProblem(`${name}: expected a ${whole ? 'whole ' : ''}number, not "${raw}".`);
  const [least, most] = option.range ?? [-Infinity, Infinity];
  if (value >= least && value <= most) return value;
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new SyntaxProblem(`${name}: expected a number ${bounds}, not ${raw}.`);
}
