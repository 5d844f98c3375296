/** A note as it is served. */
import { LONGEST_NOTE, LONGEST_TAG, MOST_TAGS } from '../past/history-source.ts';
import type { Schema } from '../../core/schema.ts';
import { closed, text } from '../../http/openapi/schema-parts.ts';

const TIME: Schema = { type: 'number', description: 'Milliseconds since 1970.', 'x-unit': 'millisecond' };
export const NEW_NOTE = {
  time: { ...TIME, description: 'Time of the note, in milliseconds since 1970.' },
  until: {
    ...TIME,
    type: ['number', 'null'],
    description: 'End, for a note on a time range; null: a single moment.',
  },
  text: { ...text('Text of the note.'), minLength: 1, maxLength: LONGEST_NOTE },
  tags: {
    type: 'array',
    description: 'Tags.',
    maxItems: MOST_TAGS,
    items: { type: 'string', minLength: 1, maxLength: LONGEST_TAG },
  },
} satisfies Record<string, Schema>;

export const NOTE = closed('A note of a user.', {
  id: { type: 'integer', description: 'Its number.' },
  ...NEW_NOTE,
});
export const NOTE_EXAMPLE = {
  id: 7,
  time: 1_795_824_000_000,
  until: null,
  text: 'Version 2.3 deployed',
  tags: ['deploy'],
};
