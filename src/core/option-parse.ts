/** Text of a configuration file to the typed value of a declared option. */
import { OptionError } from './option-error.ts';
import type { Option } from './options.ts';
import { wholePattern } from './pattern.ts';

export { OptionError };

/** A path that means the same wherever the program is started. Throws {@link OptionError}. */
export function absolutePath(text: string): string {
  if (text.startsWith('/')) return text;
  throw new OptionError('expected an absolute path');
}

const TRUE = new Set(['1', 'yes', 'true', 'on']);
const FALSE = new Set(['0', 'no', 'false', 'off']);
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Parses a finite number; null unless the whole text is one. */
export function numberOf(text: string): number | null {
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Parses a whole number, or returns null; `1e3` is more likely a mistake than a thousand. */
export function wholeNumberOf(text: string): number | null {
  const value = /^[+-]?\d+(\.0*)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** Words separated by commas, trimmed, empty ones dropped. */
export const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Throws {@link OptionError}. */
export function parseOption(option: Option, text: string): unknown {
  if (option.parse) return option.parse(text);
  switch (option.type) {
    case 'flag':
      return parseFlag(text);
    case 'number':
    case 'integer':
      return parseNumber(option, text);
    case 'text':
      return text;
    case 'list':
      return wordsOf(text);
    case 'patterns':
      return wordsOf(text).map((source) => wholePattern(source, 'i'));
    case 'aliases':
      return parseAliases(text);
    case 'choice':
      return parseChoice(option.choices ?? [], text);
    case 'group':
      throw new OptionError('expected separate keys for each entry');
  }
}

/** Returns the value of an unset option. */
export function fallbackOf(option: Option): unknown {
  if (option.fallback !== undefined) return parseOption(option, option.fallback);
  if (option.type === 'list' || option.type === 'patterns' || option.type === 'group') return [];
  return option.type === 'aliases' ? new Map() : undefined;
}

export const isTrue = (text: string): boolean => TRUE.has(text.trim().toLowerCase());

function parseFlag(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  throw new OptionError('expected True or False');
}

function parseNumber({ type, range = [0, Number.MAX_SAFE_INTEGER] }: Option, text: string): number {
  const noun = type === 'integer' ? 'a whole number' : 'a number';
  const value = type === 'integer' ? wholeNumberOf(text) : numberOf(text);
  if (value === null) throw new OptionError(`expected ${noun}`);
  const [least, most] = range;
  if (value >= least && value <= most) return value;
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new OptionError(`expected ${noun} ${bounds}`);
}

/** `name:label` pairs; the colon of a name is written `\:`. */
function parseAliases(text: string): ReadonlyMap<string, string> {
  return new Map(
    wordsOf(text).map((pair) => {
      const match = /^((?:\\.|[^\\:])+):(.+)$/.exec(pair);
      if (match === null)
        throw new OptionError(`expected name:label pairs separated by commas, not "${pair}"`);
      return [(match[1] ?? '').replaceAll('\\:', ':').trim().toLowerCase(), (match[2] ?? '').trim()];
    }),
  );
}

function parseChoice(choices: readonly string[], text: string): string {
  const word = text.trim().toLowerCase();
  if (choices.includes(word)) return word;
  throw new OptionError(`expected one of ${choices.join(', ')}`);
}
