/** Numbers of errors of Linux that come of a wrong path or missing rights. */
import { type Phrase, t } from './language.ts';

const WORDS: Readonly<Record<number, Phrase>> = { 2: 'not found', 13: 'no permission', 20: 'no folder' };

/** Why the size of a folder is not known. */
export const folderProblem = (errno: number): string => t(WORDS[errno] ?? 'error {errno}', { errno });
