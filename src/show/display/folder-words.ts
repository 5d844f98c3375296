/** Linux error numbers of wrong paths and missing permissions. */
import { type Phrase, t } from './language.ts';

const WORDS: Readonly<Record<number, Phrase>> = { 2: 'not found', 13: 'no permission', 20: 'no folder' };

/** Why the size of a folder is unknown. */
export const folderProblem = (errno: number): string => t(WORDS[errno] ?? 'error {errno}', { errno });
