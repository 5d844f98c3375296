/** Stores the notes on the time line in a file. */
import { createStateFile, parseList } from '../../core/files/state-file.ts';
import { createNotes, isNote, noteOf, type Notes } from '../../features/notes/notes.ts';
import type { Note } from '../../keep/past/history-source.ts';
import type { Log } from '../process/log.ts';
import { keepList } from '../../keep/archive/events/keep-list.ts';

const pathIn = (folder: string): string => `${folder}/notes.json`;

/** Notes in a folder, without its agent. `problem`: why some of them are missing; null: none are */
export function readNotes(folder: string): { notes: readonly Note[]; problem: string | null } {
  const { value, problem } = createStateFile(pathIn(folder), {
    parse: (text) => parseList(text, isNote),
  }).load();
  return { notes: (value ?? []).map(noteOf), problem };
}

/** @param obstacle why nothing can be saved now; null: it can */
export function openNotes(folder: string, log: Log, obstacle: () => string | null): Reloadable<Notes> {
  const list = keepList(pathIn(folder), isNote, { name: 'Notes on the time line', log, obstacle });
  const notes = createNotes(list.save);
  return { ...notes, reload: () => list.reload(notes.all(), notes.load) };
}

export type Reloadable<T> = T & {
  /** Reads the file in the folder that was just opened, or creates it with the current items. */
  reload(): void;
};
