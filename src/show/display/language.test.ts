import { afterEach, expect, it } from 'vitest';
import {
  firstLanguage,
  localDigits,
  localName,
  type Phrase,
  speak,
  t,
  weekday,
  withinSentence,
} from './language.ts';

// The catalogues contain all texts.
const text = (english: string): Phrase => english as Phrase;
afterEach(() => speak('en', {}));

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR', 'fr-CA', 'en'], 'fr'],
  [['zh-Hant-TW'], 'zh'],
  [['ES'], 'es'],
  [['pt', 'it'], 'en'],
  [['constructor'], 'en'],
  [[], 'en'],
])('of %j, the first that can be had is %s', (accepted, language) => {
  expect(firstLanguage(accepted)).toBe(language);
});

it('puts values where the language has them, and text of a value is no syntax', () => {
  expect(t(text('{done} of {all}'), { done: 1, all: '{done}' })).toBe('1 of {done}');
  expect(t(text('{gone} left'), { gone: null })).toBe(' left');
  speak('xx', { '{done} of {all}': 'of {all}, {done}' });
  expect(t(text('{done} of {all}'), { done: 0, all: 2 })).toBe('of 2, 0');
});

it.each([
  ['en', 0, '0 cores'],
  ['en', 1, '1 core'],
  ['en', 2, '2 cores'],
  // In French, nothing is singular.
  ['fr', 0, '0 cœur'],
  ['fr', 2, '2 cœurs'],
  ['zh', 1, '1 个核心'],
])('in %s, a number of %i has its form: %s', (tag, count, words) => {
  const catalogues: Record<string, string> = {
    fr: '{count} {count|cœur|cœurs}',
    zh: '{count} 个核心',
  };
  const local = catalogues[tag];
  speak(tag, local === undefined ? {} : { '{count} {count|core|cores}': local });
  expect(t('{count} {count|core|cores}', { count })).toBe(words);
});

it('writes numbers and days as the language does', () => {
  expect([localDigits('2.5'), weekday(1), weekday(7)]).toEqual(['2.5', 'Mon', 'Sun']);
  speak('de', {});
  expect([localDigits('2.5'), localDigits('25'), weekday(1), weekday(7)]).toEqual(['2,5', '25', 'Mo', 'So']);
});

it.each([
  ['en', 'File system full', 'file system full'],
  ['en', 'GPU lost', 'GPU lost'],
  ['fr', 'Système de fichiers plein', 'système de fichiers plein'],
  ['de', 'Dateisystem voll', 'Dateisystem voll'],
])('within a sentence of %s, %s is %s', (tag, title, words) => {
  speak(tag, {});
  expect(withinSentence(title)).toBe(words);
});

it('leaves names that no catalogue has in English', () => {
  speak('de', { 'busy time': 'Belegtzeit' });
  const names = ['busy time', 'field of a newer agent', 'constructor'];
  expect(names.map(localName)).toEqual(['Belegtzeit', 'field of a newer agent', 'constructor']);
});
