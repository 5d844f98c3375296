/** Sentences of agents in the language of the reader. */
import { type Said, type Voice, type Word, wordBy, writtenBy } from '../../core/said.ts';
import { spanText } from '../../core/amount-words.ts';
import type { Served } from '../../core/served.ts';
import { endOf } from '../../core/unit-words.ts';
import { inOnePiece } from './digits.ts';
import { isOne, isSpoken, listOf, localDigits, localName } from './language.ts';
import { printable } from './printable.ts';

const VOICE: Voice = {
  text: localName,
  isOne,
  quantity: ({ digits, unit }) => inOnePiece({ digits: localDigits(digits), unit }),
  span: spanText,
  joined: listOf,
};

export const spoken = (said: Said): string => writtenBy(VOICE, said);
export const spokenWord = (word: Word | null): string => (word === null ? '' : wordBy(VOICE, word));

/** How the last run of a unit ended; empty: nothing is known. */
export const wordsOfEnd = (unit: Served): string => spokenWord(endOf(unit));

interface Reasoned {
  readonly reason: string | null;
  readonly reason_said?: Said;
}

/** Why something is so; empty: there is no reason. */
export const localReason = ({ reason, reason_said: said }: Reasoned, most?: number): string =>
  localSentence(reason ?? '', said, most);

/** The sentence of an agent, without invisible characters. Older agents have it in English only. */
export const localSentence = (english: string, said: Said | undefined, most?: number): string =>
  printable(said === undefined || isSpoken('en') ? english : spoken(said), most);
