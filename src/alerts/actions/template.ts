/**
 * The value of an `_action` key: commands separated by commas, or by `&&` where one runs only if the previous one succeeded. Split
 * into arguments before values are inserted, so values cannot become arguments, quotes or operators. No shell: quotes group words;
 * `|` and `>` are refused.
 */
import { SHELL_HINT } from '../../core/command.ts';

/** Text, or the name of a value to be filled in; dots lead into objects and lists. */
export type Part = { readonly text: string } | { readonly path: readonly string[] };
export type Argument = readonly Part[];

export interface Command {
  /** Without variables, so that no value ever chooses what is run. */
  readonly program: string;
  readonly arguments: readonly Argument[];
  /** Runs only if the command before it ended with code 0. */
  readonly afterSuccess: boolean;
}

/** A template that cannot be run; the message goes on from "… is not run: ". */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** A `{{name}}`; three braces and an ampersand, which elsewhere spare a value from escaping, mean the same here. */
const TAG = /\{\{\{(?<triple>[^{}]*)\}\}\}|\{\{&?(?<double>[^{}]*)\}\}/;
const TOKEN = new RegExp(
  [
    String.raw`(?<blank>\s+)`,
    String.raw`(?<tag>${TAG.source})`,
    String.raw`"(?<quoted>[^"]*)"`,
    String.raw`'(?<single>[^']*)'`,
    String.raw`(?<and>&&)`,
    String.raw`(?<comma>,)`,
    String.raw`(?<text>(?:[^\s,"'|>{&]|\{(?!\{)|&(?!&))+)`,
  ].join('|'),
  'gy',
);
type Groups = Readonly<Record<string, string | undefined>>;

const OPEN_BRACES = 'a {{ is not closed, or the name in it has braces';

function* tokensOf(text: string): Generator<Groups> {
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    yield match.groups ?? {};
    end = match.index + match[0].length;
  }
  if (end === text.length) return;
  const character = text.charAt(end);
  if (character === '{') throw new TemplateError(OPEN_BRACES);
  if (character === '"' || character === "'") throw new TemplateError(`a ${character} is not closed`);
  throw new TemplateError(`${character} ${SHELL_HINT}`);
}

function tag({ triple, double }: Groups): Part {
  const content = triple ?? double ?? '';
  const name = content.trim();
  if (!/^[^\s#^/!>=&.][^\s]*$/.test(name))
    throw new TemplateError(
      `{{${content}}} is not the name of a value; sections and comments are not known here`,
    );
  return { path: name.split('.') };
}

/** Text between quotes: only tags are special. */
function quotedParts(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { index, 0: whole, groups = {} } of text.matchAll(new RegExp(TAG, 'g'))) {
    parts.push({ text: text.slice(end, index) }, tag(groups));
    end = index + whole.length;
  }
  const rest = { text: text.slice(end) };
  if ([...parts, rest].some((part) => 'text' in part && part.text.includes('{{')))
    throw new TemplateError(OPEN_BRACES);
  return [...parts, rest];
}

/** Returns the text that a token adds to a word; null for a separator. */
function partsOf(token: Groups): Part[] | null {
  if (token['tag'] !== undefined) return [tag(token)];
  if (token['text'] !== undefined) return [{ text: token['text'] }];
  const quoted = token['quoted'] ?? token['single'];
  return quoted === undefined ? null : quotedParts(quoted);
}

/** Words of one command, and whether it depends on success; empty commands are dropped. */
class Words {
  readonly done: Part[][] = [];
  #open: Part[] | null = null;
  readonly afterSuccess: boolean;

  constructor(afterSuccess: boolean) {
    this.afterSuccess = afterSuccess;
  }

  add(...parts: Part[]): void {
    if (this.#open === null) this.done.push((this.#open = []));
    this.#open.push(...parts);
  }

  close(): void {
    this.#open = null;
  }
}

function wordsOf(text: string): Words[] {
  const commands = [new Words(false)];
  for (const token of tokensOf(text)) {
    const parts = partsOf(token);
    const words = commands.at(-1) as Words;
    if (parts !== null) words.add(...parts);
    else if (token['blank'] !== undefined) words.close();
    else commands.push(new Words(token['and'] !== undefined));
  }
  return commands.filter(({ done }) => done.length > 0);
}

function programOf(parts: readonly Part[] = []): string {
  const texts = parts.map((part) => {
    if ('path' in part)
      throw new TemplateError(
        `the program to run is {{${part.path.join('.')}}}, and no value may choose that`,
      );
    return part.text;
  });
  const program = texts.join('');
  if (program === '') throw new TemplateError('the name of the program is empty');
  return program;
}

/** Throws {@link TemplateError}. */
export function parseAction(text: string): Command[] {
  const commands = wordsOf(text).map(({ done: [first, ...rest], afterSuccess }): Command => ({
    program: programOf(first),
    arguments: rest,
    afterSuccess,
  }));
  if (commands.length === 0) throw new TemplateError('it holds no command');
  return commands;
}
