/** Notes on the time line. */
import { operation } from '../../openapi/operation.ts';
import { inPath } from '../../openapi/parameters.ts';
import { closed } from '../../openapi/schema-parts.ts';
import type { Described, Paths } from '../../openapi/types.ts';
import { EVERYTHING } from '../all/all-paths.ts';
import { NEW_NOTE, NOTE, NOTE_EXAMPLE } from './note-schema.ts';

const ONLY = 'Only where a password is set (403), and not for pages of other sites (403).';

export const notesPaths = ({ hasNotes }: Described): Paths => (hasNotes ? paths() : {});

const paths = (): Paths => ({
  '/api/history/notes': {
    post: operation({
      id: 'addNote',
      tag: EVERYTHING.name,
      summary: 'Add a note to the time line',
      description: `${ONLY} Notes are listed by \`/api/history/events\` and shown in charts. The content type must be JSON (415). At most 1,000 are kept per month (409).`,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: closed('A note.', NEW_NOTE, ['until', 'tags']),
            example: { time: NOTE_EXAMPLE.time, text: NOTE_EXAMPLE.text, tags: NOTE_EXAMPLE.tags },
          },
        },
      },
      answer: NOTE,
      says: 'The note was saved.',
      example: NOTE_EXAMPLE,
      refusals: { '400': 'BadQuery' },
    }),
  },
  '/api/history/notes/{id}': {
    delete: operation({
      id: 'removeNote',
      tag: EVERYTHING.name,
      summary: 'Remove a note',
      description: ONLY,
      parameters: [inPath('id', 'Number of the note.', { type: 'integer' }, 7)],
      answer: { type: 'object', maxProperties: 0 },
      says: 'The note was removed.',
      example: {},
      refusals: { '404': 'UnknownName' },
    }),
  },
});
