/** The language of a page: the one that its reader chose, else the first of the browser's that the page has. */
import type { App } from 'vue';
import { type Catalogue, firstLanguage, type Language, speak, t } from '../../src/show/display/language.ts';
import type { Preferences } from './preferences.ts';

declare module 'vue' {
  interface ComponentCustomProperties {
    /** Texts of templates are compiled to calls of it: `web/template-texts.ts`. */
    $t: typeof t;
  }
}

/** English stands in the sources. */
const CATALOGUES: Readonly<Partial<Record<Language, URL>>> = {
  de: new URL('../../src/show/display/languages/de.json', import.meta.url),
  fr: new URL('../../src/show/display/languages/fr.json', import.meta.url),
  es: new URL('../../src/show/display/languages/es.json', import.meta.url),
  zh: new URL('../../src/show/display/languages/zh.json', import.meta.url),
};

/** A page without its catalogue is shown in English after so long: better than none. */
const MOST_MS = 5000;

const languageOf = ({ language }: Preferences, { languages }: Navigator): Language =>
  language === 'system' ? firstLanguage(languages) : language;

/** Once `mount` draws texts, they are in the language of the reader. Of other languages nothing is loaded. */
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
    // The files of this version may be gone, and the connection may be cut.
    .catch(() => {})
    .then(mount);
}
