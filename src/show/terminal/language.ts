/** The language of a screen: that of the messages of its terminal, by the variables of locale(7) and gettext(3). */
import { type Catalogue, firstLanguage, type Language, speak } from '../display/language.ts';

type Loaded = Promise<{ default: Catalogue }>;

/** English is in the sources. */
const CATALOGUES: Readonly<Partial<Record<Language, () => Loaded>>> = {
  de: () => import('../../core/languages/de.json', { with: { type: 'json' } }),
  fr: () => import('../../core/languages/fr.json', { with: { type: 'json' } }),
  es: () => import('../../core/languages/es.json', { with: { type: 'json' } }),
  zh: () => import('../../core/languages/zh.json', { with: { type: 'json' } }),
};

type Environment = Readonly<Record<string, string | undefined>>;

/** `de` for `LANG=de_AT.UTF-8`; English for the locales `C` and `POSIX`. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG, LANGUAGE }: Environment): Language {
  const locale = LC_ALL || LC_MESSAGES || LANG || 'C';
  if (/^(?:C|POSIX)\b/.test(locale)) return 'en';
  const wanted = [...(LANGUAGE ?? '').split(':'), locale].filter(Boolean);
  return firstLanguage(wanted.map((one) => one.replaceAll('_', '-').replace(/\..*/, '')));
}

/** Loads the catalogue of the terminal's language; later frames use it. */
export async function speakTo(environment: Environment): Promise<void> {
  const language = languageOf(environment);
  const catalogue = await CATALOGUES[language]?.();
  if (catalogue !== undefined) speak(language, catalogue.default);
}
