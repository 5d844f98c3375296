/** The shape of sentences as data. */
import { isNumber, isObject } from './members.ts';
import { MOST_WORDS, type Said, SLOT } from './said.ts';
import type { JsonObject } from './served.ts';
import { type Shape, where } from './shape.ts';

/** Of a sentence of another agent, or of a file. A value may be in many slots: the written sentence is bounded. */
const [MOST_LEVELS, MOST_TEXT] = [6, 5000];

/** Characters of a number with its unit. */
const NUMBER = 20;

/** Characters of a written word, about; Infinity: it is none. */
function lengthOf(word: unknown, level: number): number {
  if (typeof word === 'string') return word.length;
  if (isNumber(word)) return NUMBER;
  if (typeof word !== 'object' || word === null || level > MOST_LEVELS) return Infinity;
  const members = word as JsonObject;
  if (Object.keys(members).length > MOST_WORDS) return Infinity;
  if (Array.isArray(word)) return sumOf(word.map((one) => lengthOf(one, level + 1)));
  if ('text' in members) return lengthOfSaid(members, level);
  const { digits, unit, seconds, title, item, words } = members;
  if ('seconds' in members) return isNumber(seconds) ? NUMBER : Infinity;
  const texts = 'digits' in members ? [digits, unit] : [title, item ?? '', words];
  return texts.every((one) => typeof one === 'string') ? texts.join('').length : Infinity;
}

const sumOf = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);

function lengthOfSaid({ text, values }: JsonObject, level: number): number {
  if (typeof text !== 'string' || !isObject(values) || Object.keys(values).length > MOST_WORDS)
    return Infinity;
  const lengths = new Map(Object.entries(values).map(([name, word]) => [name, lengthOf(word, level + 1)]));
  const slots = [...text.matchAll(SLOT)].map(([, slot = '']) => lengths.get(slot) ?? 0);
  return text.length + sumOf([...lengths.values(), ...slots]);
}

export const SAID: Shape<Said> = where<Said>(
  {
    type: 'object',
    description:
      'The sentence as data: `text` with slots, and their `values`. For readers of other languages.',
  },
  'a text with values',
  (value) => lengthOfSaid({ ...value } as JsonObject, 0) <= MOST_TEXT,
);
