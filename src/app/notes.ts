/** Opens the notes on the time line, which are kept beside the journal of events. */
import { createNotes, isNote, type Notes } from '../archive/events/notes.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { Log } from './log.ts';
import { readList } from './read-list.ts';

/** @param folder of the journal, which this agent holds the lock of */
export function openNotes(folder: string, log: Log): Notes {
  const path = `${folder}/notes.json`;
  const saved = readList(path, isNote, { name: 'Notes on the time line', log });
  return createNotes(saved, (notes) => replaceFile(path, JSON.stringify(notes)));
}
