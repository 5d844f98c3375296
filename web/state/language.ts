/** Language of a page: the reader's choice, else the browser's first supported one. */
import type { App } from 'vue';
import { type Catalogue, firstLanguage, type Language, speak, t } from '../../src/show/display/language.ts';
import type { Preferences } from './preferences.ts';

declare module 'vue' {
  interface ComponentCustomProperties {
    /** Template texts are compiled to calls of it: `web/template-texts.ts`. */
    $t: typeof t;
  }
}

/** English is in the sources. */
const CATALOGUES: Readonly<Partial<Record<Language, URL>>> = {
  de: new URL('../../src/core/languages/de.json', import.meta.url),
  fr: new URL('../../src/core/languages/fr.json', import.meta.url),
  es: new URL('../../src/core/languages/es.json', import.meta.url),
  zh: new URL('../../src/core/languages/zh.json', import.meta.url),
};

/** Longest wait for a catalogue; after it, the page appears in English. */
const MOST_MS = 5000;

const languageOf = ({ language }: Preferences, { languages }: Navigator): Language =>
  language === 'system' ? firstLanguage(languages) : language;

/** Mounts after the catalogue of the reader's language is loaded. No other language is loaded. */
export function inLanguage(preferences: Preferences, page: Window, app: App, mount: () => void): void {
  app.config.globalProperties.$t = t;
  const language = languageOf(preferences, page.navigator);
  const address = CATALOGUES[language];
  if (address === undefined) return mount();
  void fetch(address, { signal: AbortSignal.timeout(MOST_MS) })
    .then((answer) => answer.json() as Promise<Catalogue>)
    .then((catalogue) => {
      speak(language, catalogue);
      page.document.documentElement.lang = language;
    })
    // The files of this version may be gone, or the connection lost.
    .catch(() => {})
    .then(mount);
}
