/** Catalogues of page and terminal for tests. */
import { readFileSync } from 'node:fs';
import { inEnglish, type Said, type Word } from '../../src/core/said.ts';
import { type Catalogue, LANGUAGES, speak } from '../../src/show/display/language.ts';
import { spoken } from '../../src/show/display/said-words.ts';

const FOLDER = new URL('../../src/core/languages/', import.meta.url);

export const catalogueOf = (language: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Catalogue;

/** Languages with a catalogue. */
export const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== 'en');

/** All English texts. */
export const TEXTS = Object.keys(catalogueOf('de'));

const CATALOGUES = new Map(TRANSLATED.map((language) => [language, catalogueOf(language)]));
const isSaid = (word: Word): word is Said => typeof word === 'object' && 'text' in word;
const hasWords = ({ text }: Said): boolean => /[A-Za-z]{2}/.test(text.replaceAll(/\{[^{}]*\}/g, ''));

/** What is wrong with a sentence and its data: they differ, or a language has only the English text. */
export function untranslated(english: string, said: Said | undefined): string[] {
  if (said === undefined) return [`no data: ${english}`];
  if (inEnglish(said) !== english) return [`${inEnglish(said)} is not ${english}`];
  if (!hasWords(said))
    return Object.values(said.values).flatMap((one) =>
      isSaid(one) ? untranslated(inEnglish(one), one) : [],
    );
  try {
    return [...CATALOGUES].flatMap(([language, catalogue]) => {
      speak(language, catalogue);
      // A few texts are the same in another language.
      const isSame = catalogue[said.text] === said.text;
      return spoken(said) === english && !isSame ? [`${language}: ${english}`] : [];
    });
  } finally {
    speak('en', {});
  }
}
