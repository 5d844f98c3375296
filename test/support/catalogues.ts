/** Catalogues of page and terminal for tests. */
import { readFileSync } from 'node:fs';
import { type Catalogue, LANGUAGES } from '../../src/show/display/language.ts';

const FOLDER = new URL('../../src/show/display/languages/', import.meta.url);

export const catalogueOf = (language: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Catalogue;

/** Languages with a catalogue. */
export const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== 'en');

/** All English texts. */
export const TEXTS = Object.keys(catalogueOf('de'));
