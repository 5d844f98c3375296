/**
 * Normalizes arguments to `--long` and `--long=value`: aliases, unambiguous prefixes and groups of short options (`-wp61208`).
 * Unknown ones stay, for the parser to reject.
 */
import type { CliOption } from './declare.ts';
import { SyntaxProblem } from '../../core/errors.ts';
import { mainName, optionEntries } from './options.ts';

interface Form {
  /** Main name of the option. */
  name: string;
  takesValue: boolean;
  argument: string;
}

const formsOf = ({ names, offNames, type, argument = '' }: CliOption): [string, Form][] =>
  [names, offNames].flatMap((alike) =>
    alike.map((name): [string, Form] => [
      name,
      { name: mainName(alike), takesValue: type !== 'flag', argument },
    ]),
  );

const FORMS: ReadonlyMap<string, Form> = new Map(optionEntries().flatMap(([, option]) => formsOf(option)));

export function normalArguments(argv: readonly string[]): string[] {
  const normal: string[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') return [...normal, word, ...rest];
    if (word.startsWith('--')) normal.push(...longOption(word, rest));
    else if (word.startsWith('-') && word.length > 1) normal.push(...shortOptions(word, rest));
    else normal.push(word);
  }
  return normal;
}

/** `--name`, `--name=value` or `--name value`, whose value is taken from `rest`. */
function longOption(word: string, rest: string[]): string[] {
  const equals = word.indexOf('=');
  const given = equals === -1 ? word : word.slice(0, equals);
  const form = findLong(given);
  if (form === undefined) return [word];
  if (equals !== -1 && !form.takesValue) throw new SyntaxProblem(`${given} takes no value.`);
  if (equals !== -1) return written(form, word.slice(equals + 1));
  return form.takesValue ? written(form, takeValue(form, given, rest)) : [form.name];
}

/** `-p 1`, `-p1`, `-p=1`, or several flags of which the last may take a value. */
function shortOptions(word: string, rest: string[]): string[] {
  const normal: string[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const given = `-${word[index]}`;
    const form = FORMS.get(given);
    if (form === undefined) return [...normal, `-${word.slice(index)}`];
    if (form.takesValue) {
      const attached = word.slice(index + 1).replace(/^=/, '');
      return [...normal, ...written(form, attached === '' ? takeValue(form, given, rest) : attached)];
    }
    normal.push(form.name);
  }
  return normal;
}

/** Finds the option of a long form, or of an unambiguous prefix. */
function findLong(given: string): Form | undefined {
  const exact = FORMS.get(given);
  if (exact !== undefined || given.length < 3) return exact;
  const candidates = [...FORMS].filter(([form]) => form.startsWith(given));
  const meanings = new Set(candidates.map(([, { name }]) => name));
  if (meanings.size > 1)
    throw new SyntaxProblem(
      `${given} could be ${candidates.map(([form]) => form).join(', ')}: write more of it.`,
    );
  return candidates[0]?.[1];
}

const written = ({ name }: Form, value: string): string[] =>
  name.startsWith('--') ? [`${name}=${value}`] : [`${name}${value}`];

function takeValue({ argument }: Form, given: string, rest: string[]): string {
  const value = rest[0];
  if (value === undefined || /^-./.test(value))
    throw new SyntaxProblem(`${given} needs a value, <${argument}>.`);
  rest.shift();
  return value;
}
