import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it.each([
  [{ LANG: 'de_AT.UTF-8' }, 'de'],
  [{ LANG: 'de_AT.UTF-8', LC_MESSAGES: 'fr_FR' }, 'fr'],
  [{ LANG: 'de_AT.UTF-8', LC_ALL: 'C.UTF-8' }, 'en'],
  [{ LANG: 'POSIX', LANGUAGE: 'de' }, 'en'],
  [{ LANG: 'it_IT.UTF-8', LANGUAGE: 'pt:es:de' }, 'es'],
  [{ LANG: 'zh_CN.GB18030' }, 'zh'],
  [{ LANG: 'pt_BR' }, 'en'],
  [{ LC_ALL: '', LANG: 'es' }, 'es'],
  [{}, 'en'],
])('of a terminal with %j is %s', (environment, language) => {
  expect(languageOf(environment)).toBe(language);
});
