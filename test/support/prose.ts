/** The house style, as far as a test can check it. */

/** In words. */
const LONGEST_SENTENCE = 35;

/** Phrases that read as translated and mostly mean nothing. */
const PHRASES = ['what of', 'be it', 'whoever', 'is told', 'of its own', 'all that', 'as published'];

export const wordsOf = (text: string): number => text.split(' ').length;

/** In any case. @param more phrases that mean something elsewhere */
export const phrasesIn = (text: string, more: readonly string[] = []): string[] =>
  [...PHRASES, ...more].filter((phrase) => new RegExp(`\\b${phrase}\\b`, 'i').test(text));

export const longSentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?:]) /).filter((sentence) => wordsOf(sentence) > LONGEST_SENTENCE);
