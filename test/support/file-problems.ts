/** Problems of files as tests read them. */
import { createFileProblems, type FileProblems } from '../../src/core/file-problems.ts';

/** The sentences that were reported, in their order. */
export function keptProblems(): { problems: FileProblems; sentences: string[] } {
  const sentences: string[] = [];
  return { problems: createFileProblems({ write: (_, text) => void sentences.push(text) }), sentences };
}
