/**
 * Patterns of users, in time proportional to the text: those of V8 may take exponential time, and a pattern set on the page would stop
 * the agent. RE2 has no look-around and no back-references.
 */
import { RE2JS } from 're2js';
import { OptionError } from './option-error.ts';
import { orNull } from './or-null.ts';

/** A pattern of a user. */
export interface Pattern {
  /** Pattern as written. */
  readonly source: string;
  readonly flags: string;
  test(text: string): boolean;
}

/** Longest pattern in characters; the sum of its repetitions, and the instructions of its program: each costs time per character. */
const MOST_SOURCE = 500;
const MOST_STEPS = 500;
/** Longest text that is compared; programs choose their arguments. */
const MOST_TEXT = 4096;

const LITERAL = String.raw`(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])*`;
/** In each alternative literals and one `.*`, or literals between two: linear where the whole text must match. */
const PLAIN = String.raw`(?:${LITERAL}(?:\.[*+]${LITERAL})?|\.\*${LITERAL}\.\*)`;
const PLAIN_WHOLE = new RegExp(String.raw`^${PLAIN}(?:\|${PLAIN})*$`);
const PLAIN_PART = new RegExp(`^${LITERAL}$`);

/** Forms that V8 has and RE2 has not. */
const BEYOND_RE2 = /\(\?<?[=!]|\\(?:[1-9]|k<)/;

/** Matches whole texts. @param flags `i`: any case; `s`: a dot is also a line feed. Throws {@link OptionError}. */
export function wholePattern(source: string, flags = ''): Pattern {
  if (isValid(source) && PLAIN_WHOLE.test(source)) return plain(source, flags, `^(?:${source})$`);
  const compiled = compile(source, flags);
  return { source, flags, test: (text) => compiled.testExact(text.slice(0, MOST_TEXT)) };
}

/** Is searched for in texts. Throws {@link OptionError}. */
export function partPattern(source: string, flags = ''): Pattern {
  if (isValid(source) && PLAIN_PART.test(source)) return plain(source, flags, source);
  const compiled = compile(source, flags);
  return { source, flags, test: (text) => compiled.test(text.slice(0, MOST_TEXT)) };
}

/** Compiled by V8: most patterns are plain, and then the engine is not loaded. */
function plain(source: string, flags: string, built: string): Pattern {
  const pattern = new RegExp(built, flags);
  return { source, flags, test: (text) => pattern.test(text.slice(0, MOST_TEXT)) };
}

const isValid = (source: string): boolean => orNull(() => new RegExp(source)) !== null;

function compile(source: string, flags: string): RE2JS {
  const repeated = [...source.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0);
  const inBraces = /\{\d/.test(source) ? repeated : 0;
  if (source.length > MOST_SOURCE || inBraces > MOST_STEPS) throw tooLarge(source);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(source), flagsOf(flags));
  } catch {
    if (isValid(source) && /\{\d/.test(source)) throw tooLarge(source);
    if (isValid(source) && BEYOND_RE2.test(source))
      throw new OptionError(
        `"${source}" looks ahead or behind or refers back, which is not supported: write it without (?=…), (?!…) and \\1`,
      );
    throw new OptionError(`"${source}" is not a regular expression`);
  }
  if (compiled.programSize() > MOST_STEPS) throw tooLarge(source);
  return compiled;
}

const tooLarge = (source: string): OptionError =>
  new OptionError(
    `"${source.length > 40 ? `${source.slice(0, 40)}…` : source}" is too large: make it shorter, or repeat less`,
  );

const flagsOf = (flags: string): number =>
  (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
  (flags.includes('s') ? RE2JS.DOTALL : 0) |
  (flags.includes('m') ? RE2JS.MULTILINE : 0);
