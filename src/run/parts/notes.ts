/** Stores the notes on the time line in a file. */
import { createNotes, isNote, type Notes } from '../../keep/archive/events/notes.ts';
import type { Log } from '../process/log.ts';
import { keepList } from './keep-list.ts';

/** @param obstacle why nothing can be saved now; null: it can */
export function openNotes(folder: string, log: Log, obstacle: () => string | null): Reloadable<Notes> {
  const list = keepList(`${folder}/notes.json`, isNote, { name: 'Notes on the time line', log, obstacle });
  const notes = createNotes(list.save);
  return { ...notes, reload: () => list.reload(notes.all(), notes.load) };
}

export type Reloadable<T> = T & {
  /** Reads the file in the folder that was just opened, or creates it with the current items. */
  reload(): void;
};
