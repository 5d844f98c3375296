/** Numbers of errors of Linux that come of a wrong path or missing rights. */
const WORDS: Readonly<Record<number, string>> = { 2: 'not found', 13: 'no permission', 20: 'no folder' };

/** Why the size of a folder is not known. */
export const folderProblem = (errno: number): string => WORDS[errno] ?? `error ${errno}`;
