/** Linux error numbers of wrong paths and missing permissions. */
import { type Said, say } from '../../core/said.ts';
import type { Phrase } from './language.ts';
import { spoken } from './said-words.ts';

const WORDS: Readonly<Record<number, Phrase>> = { 2: 'not found', 13: 'no permission', 20: 'no folder' };

/** Why the size of a folder is unknown. */
export const folderWord = (errno: number): Said => say(WORDS[errno] ?? 'error {errno}', { errno });
export const folderProblem = (errno: number): string => spoken(folderWord(errno));
