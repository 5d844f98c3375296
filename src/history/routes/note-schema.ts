/** A note as it is served. */
import { LONGEST_NOTE, LONGEST_TAG, MOST_TAGS } from '../past/history-source.ts';
import { closed, integer, listOf, orNull, type Shape, text } from '../../core/shape.ts';

const time = (description: string): Shape<number> => ({
  type: 'number',
  description,
  'x-unit': 'millisecond',
});
const TAG: Shape<string> = { type: 'string', minLength: 1, maxLength: LONGEST_TAG };
const MEMBERS = {
  time: time('Time of the note, in milliseconds since 1970.'),
  until: orNull(time('End, for a note on a time range; null: a single moment.')),
  text: text('Text of the note.', { minLength: 1, maxLength: LONGEST_NOTE }),
  tags: listOf(TAG, { description: 'Tags.', maxItems: MOST_TAGS }),
};

export const NEW_NOTE = closed('A note.', MEMBERS, ['until', 'tags']);

export const NOTE = closed('A note of a user.', {
  id: integer('Its number.'),
  ...MEMBERS,
});
export const NOTE_EXAMPLE = {
  id: 7,
  time: 1_795_824_000_000,
  until: null,
  text: 'Version 2.3 deployed',
  tags: ['deploy'],
};
