/**
 * Sentences as data: an English text, the key of all catalogues, and the values of its slots. Agents write it in English, beside the
 * data; the page writes it in the language of its reader.
 */
import { type Quantity, spanText } from './amount-words.ts';
import type { Phrase } from './phrase.ts';

/** Name of a value, `Network eth0 received`: both ends are keys of catalogues. */
export interface Label {
  readonly title: string;
  readonly item: string | null;
  readonly words: string;
}

/** Value of a slot. A list is joined by commas. */
export type Word = string | number | Quantity | Label | { readonly seconds: number } | Said | readonly Word[];

export interface Said {
  readonly text: string;
  readonly values: Readonly<Record<string, Word>>;
}

/** How a language writes. */
export interface Voice {
  /** The text in the language; what it lacks stays as it is. */
  text(english: string): string;
  isOne(count: number): boolean;
  quantity(quantity: Quantity): string;
  span(seconds: number): string;
  joined(words: readonly string[]): string;
}

const ENGLISH: Voice = {
  text: (english) => english,
  isOne: (count) => count === 1,
  quantity: ({ digits, unit }) => (unit === '' ? digits : `${digits} ${unit}`),
  span: spanText,
  joined: (words) => words.join(', '),
};

/** `{name}`, or `{count|core|cores}`. */
export const SLOT = /\{([^{}]*)\}/g;

/** Fills slots: `{name}`, or `{count|core|cores}` by a number. @param write gets whether the slot is the last of the text */
export const filled = <V>(
  local: string,
  values: Readonly<Record<string, V>>,
  isOne: (count: number) => boolean,
  write: (value: V | undefined, isLast: boolean) => string,
): string =>
  local.replaceAll(SLOT, (found: string, slot: string, at: number) => {
    const [name = '', ...forms] = slot.split('|');
    const value = values[name];
    const form = isOne(Number(value)) ? forms[0] : forms.at(-1);
    return form ?? write(value, at + found.length === local.length);
  });

/** A sentence within another has no full stop, unless it is the end. */
export const writtenBy = (voice: Voice, { text, values }: Said): string =>
  filled(voice.text(text), values, voice.isOne, (value, isLast) => {
    const written = wordBy(voice, value);
    return isLast ? written : withoutStop(written);
  });

export const withoutStop = (sentence: string): string => sentence.replace(/[.\u3002]$/, '');

export function wordBy(voice: Voice, word: Word | null | undefined): string {
  if (typeof word === 'string') return word;
  if (typeof word === 'number') return voice.quantity({ digits: String(word), unit: '' });
  if (word === null || word === undefined) return '';
  if ('digits' in word) return voice.quantity(word);
  if ('seconds' in word) return voice.span(word.seconds);
  if ('text' in word) return writtenBy(voice, word);
  if ('title' in word)
    return [voice.text(word.title), word.item, word.words && voice.text(word.words)]
      .filter(Boolean)
      .join(' ');
  return voice.joined(word.map((one) => wordBy(voice, one)));
}

export const inEnglish = (said: Said): string => writtenBy(ENGLISH, said);
export const wordInEnglish = (word: Word): string => wordBy(ENGLISH, word);

export const say = (text: Phrase, values: Said['values'] = {}): Said => ({ text, values });

/** A word of which catalogues may know a translation. */
export const named = (word: string): Said => ({ text: word, values: {} });

/** A text of a program or of another agent, which is in no catalogue. */
export const verbatim = (text: string): Said => ({ text: '{text}', values: { text } });

/** Why something is so: a sentence, or the text of the system or of another program. */
export type Reason = Said | string;
export const plain = (reason: Reason): string => (typeof reason === 'string' ? reason : inEnglish(reason));
export const saidOf = (reason: Reason): Said => (typeof reason === 'string' ? verbatim(reason) : reason);

/** Values of a sentence. */
export const MOST_WORDS = 30;

/** Several reasons as one; null: there are none. */
export function together(reasons: readonly Reason[]): Said | null {
  const all = reasons.map(saidOf);
  if (all.length < 2) return all[0] ?? null;
  if (all.length > MOST_WORDS) return verbatim(reasons.map(plain).join('; '));
  return { text: all.map((_, at) => `{${at}}`).join('; '), values: Object.fromEntries(all.entries()) };
}

/** An error whose message is also data. */
export class SaidError extends Error {
  readonly said: Said;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(plain(reason), options);
    this.said = saidOf(reason);
  }
}

/** The same sentence about other names. */
export const renamed = ({ text, values }: Said, rename: (name: string) => string): Said => ({
  text,
  values: Object.fromEntries(Object.entries(values).map(([name, word]) => [name, renamedWord(word, rename)])),
});

function renamedWord(word: Word, rename: (name: string) => string): Word {
  if (typeof word === 'string') return rename(word);
  if (typeof word === 'number' || 'digits' in word || 'seconds' in word) return word;
  if ('text' in word) return renamed(word, rename);
  if ('title' in word) return { ...word, item: word.item && rename(word.item) };
  return word.map((one) => renamedWord(one, rename));
}

/** A sentence in English, and as data. */
export interface Sentence {
  readonly sentence: string;
  readonly said: Said;
}
export const sentenceOf = (said: Said): Sentence => ({ sentence: inEnglish(said), said });
/** The same in one step. */
export const saying = (text: Phrase, values?: Said['values']): Sentence => sentenceOf(say(text, values));
