/** Notes on the time line, in a file in the folder of the journal. */
import { FileProblems } from '../../core/file-problems.ts';
import { createStateFile, parseAs } from '../../core/files/state-file.ts';
import { definePart, pieceOf } from '../../core/parts/part.ts';
import { lossyListOf } from '../../core/shape.ts';
import { EventFolder } from '../events/event-folder.ts';
import { keepList } from '../events/keep-list.ts';
import type { Note } from '../past/history-source.ts';
import { NOTE } from '../past/note.ts';
import { Routes } from '../../http/route/route.ts';
import { TimelineNotes } from '../routes/timeline-notes.ts';
import { notesRoutes } from './notes-routes.ts';
import { createNotes, Notes } from './notes.ts';

const pathIn = (folder: string): string => `${folder}/notes.json`;

export const notesPart = definePart({
  name: 'notes',
  needs: { folder: EventFolder, problems: FileProblems },
  provides: Notes,
  brings: [Routes.of(notesRoutes)],
  open({ folder: { path, obstacle, whenReadable }, problems }) {
    const loss = 'Notes on the time line are missing, and none can be written.';
    const list = keepList(pathIn(path), NOTE, { loss, problems, obstacle });
    const notes = createNotes(list.save);
    whenReadable(() => list.reload(notes.all(), notes.load));
    return notes;
  },
});

/** For the history of events. */
export const timelineNotesPart = pieceOf(TimelineNotes, Notes, ({ between }) => between);

/** Notes in a folder, without its agent. `problem`: why some of them are missing; null: none are */
export function readNotes(folder: string): { notes: readonly Note[]; problem: string | null } {
  const { value, problem } = createStateFile(pathIn(folder), {
    parse: parseAs(lossyListOf(NOTE)),
    reports: null,
  }).load();
  return { notes: value ?? [], problem };
}
