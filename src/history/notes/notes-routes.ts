/** `/api/history/notes`: users' notes on the time line. `/api/history/events` lists them. */
import { Notes } from './notes.ts';
import type { Note } from '../past/history-source.ts';
import { ONLY_WITH_PASSWORD, refuse, withoutPassword } from '../../http/route/refusals.ts';
import { answering } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { saved } from '../../http/server/saved.ts';
import { bodyOf } from '../../http/server/require-json.ts';
import { inPath, jsonBody } from '../../http/openapi/parameters.ts';
import { integer, NOTHING, type TypeOf } from '../../core/shape.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access, Now } from '../../http/route/services.ts';
import { NEW_NOTE, NOTE, NOTE_EXAMPLE } from '../past/note.ts';
import { pathParameter } from '../../http/server/params.ts';

/** Latest time of a note: clocks of browsers may be ahead. */
const AHEAD_MS = 86_400_000;

const uses = { notes: Notes, access: Access, now: Now };

export const notesRoutes = [
  defineRoute({
    method: 'POST',
    path: '/api/history/notes',
    access: 'operator',
    uses,
    id: 'addNote',
    tag: EVERYTHING,
    summary: 'Add a note to the timeline',
    description: `${ONLY_WITH_PASSWORD} Notes are listed by \`/api/history/events\` and shown in charts. The content type must be JSON (415). At most 1,000 are kept per month (409).`,
    body: jsonBody(NEW_NOTE, {
      time: NOTE_EXAMPLE.time,
      text: NOTE_EXAMPLE.text,
      tags: NOTE_EXAMPLE.tags,
    }),
    answer: NOTE,
    says: 'The note was saved.',
    example: NOTE_EXAMPLE,
    refusals: { '400': 'BadQuery' },
    handler: answering(async ({ notes, access, now }, request) => {
      refuse(notesRefusal(access));
      const added = await saved('The note', notes.add(noteIn(bodyOf(request, NEW_NOTE), now())));
      if (added === null)
        throw new ApiError(409, 'No more notes can be kept in this month: remove some first');
      return added;
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/history/notes/{id}',
    access: 'operator',
    uses,
    id: 'removeNote',
    tag: EVERYTHING,
    summary: 'Remove a note',
    description: ONLY_WITH_PASSWORD,
    parameters: [inPath('id', 'Number of the note.', integer(), 7)],
    answer: NOTHING,
    says: 'The note was removed.',
    example: {},
    refusals: { '404': 'UnknownName' },
    handler: answering(async ({ notes, access }, request) => {
      refuse(notesRefusal(access));
      const id = pathParameter(request, 'id');
      if (!(await saved('The note', notes.remove(/^\d{1,15}$/.test(id) ? Number(id) : -1))))
        throw new ApiError(404, 'There is no such note');
      return {};
    }),
  }),
];

const notesRefusal = (access: Access): string | null =>
  withoutPassword(access, 'Notes are written only where a password is set: start the agent with --password');

function noteIn(
  { time, until = null, text, tags = [] }: TypeOf<typeof NEW_NOTE>,
  now: number,
): Omit<Note, 'id'> {
  const isPast = (one: number): boolean => one >= 0 && one <= now + AHEAD_MS;
  if (!isPast(time)) throw new ApiError(400, 'time must be milliseconds since 1970, not in the future');
  if (until !== null && !(isPast(until) && until > time))
    throw new ApiError(400, 'until must be a later time, not in the future, or null');
  const trimmed = { text: text.trim(), tags: [...new Set(tags.map((tag) => tag.trim()))] };
  if (trimmed.text === '' || trimmed.tags.includes(''))
    throw new ApiError(400, 'text and tags must have at least one character that is no blank');
  return { time: Math.round(time), until: until && Math.round(until), ...trimmed };
}
