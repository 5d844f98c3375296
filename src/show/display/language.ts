/**
 * Texts in the reader's language. Sources contain the English text, which is the key of all catalogues
 * (`src/core/languages/`). Values are in braces, `{name} of {all}`; after a number singular and plural: `{count}
 * {count|core|cores}`.
 */
import { filled } from '../../core/said.ts';
import type { Phrase } from '../../core/phrase.ts';

export type { Phrase };

/** Languages of page and terminal, by their own names. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  zh: '中文',
} as const;

export type Language = keyof typeof LANGUAGES;

/** English text → the same in another language. */
export type Catalogue = Readonly<Record<string, string>>;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** Returns the first supported language of a reader's preferences, as in `navigator.languages`. */
export const firstLanguage = (accepted: readonly string[]): Language =>
  accepted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';

/** One program speaks to one reader: a page, or a terminal. Until `speak` is called, in English. */
const spoken: {
  tag: string;
  texts: Catalogue;
  plurals: Intl.PluralRules;
  decimalMark: string;
} = {
  tag: 'en',
  texts: {},
  plurals: new Intl.PluralRules('en'),
  decimalMark: '.',
};

/** Switches to a language. @param tag language tag for `Intl`: `de` */
export function speak(tag: string, catalogue: Catalogue): void {
  spoken.tag = tag;
  spoken.texts = catalogue;
  spoken.plurals = new Intl.PluralRules(tag);
  spoken.decimalMark =
    new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** `2.5` with the decimal mark of the language: `2,5`. */
export const localDigits = (digits: string): string =>
  spoken.decimalMark === '.' ? digits : digits.replace('.', spoken.decimalMark);

export const isSpoken = (tag: Language): boolean => spoken.tag === tag;

/** Whether a number takes the singular. */
export const isOne = (count: number): boolean => spoken.plurals.select(count) === 'one';

/** `a, b`. */
export const listOf = (words: readonly string[]): string => words.join(isSpoken('zh') ? '、' : ', ');

/** Between a number and its unit: a space, but for percentages in Chinese. */
export const unitGap = (unit: string): string => (unit === '%' && spoken.tag.startsWith('zh') ? '' : ' ');

/** `Mon`. @param day of ISO 8601: 1 is Monday */
export const weekday = (day: number): string =>
  // The first day of 2024 was a Monday.
  new Intl.DateTimeFormat(spoken.tag, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

/** A title after other words: without its capital, which German nouns keep, and so do `RAID` and `GPU lost`. */
export const withinSentence = (title: string): string =>
  spoken.tag.startsWith('de') || !/^.[a-z]/.test(title)
    ? title
    : title.charAt(0).toLowerCase() + title.slice(1);

type TextValues = Readonly<Record<string, string | number | null | undefined>>;

/** A text in the language of the reader. @param values of what it has in braces */
export function t(text: Phrase, values?: TextValues): string {
  const local = localName(text);
  return values === undefined ? local : filled(local, values, isOne, (value) => String(value ?? ''));
}

/** Translates a name from the agent, such as that of a field; unknown names stay in English. */
export const localName = (name: string): string =>
  Object.hasOwn(spoken.texts, name) ? (spoken.texts[name] as string) : name;
