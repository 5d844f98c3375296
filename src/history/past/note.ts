/** A note of a user on the timeline. */
import { closed, integer, listOf, moment, orNull, text } from '../../core/shape.ts';

const MEMBERS = {
  time: moment('Time of the note'),
  until: orNull(moment('End'), 'End, for a note on a time range; null: a single moment.'),
  text: text('Text of the note.', { minLength: 1, maxLength: 500 }),
  tags: listOf(text(undefined, { minLength: 1, maxLength: 40 }), { description: 'Tags.', maxItems: 10 }),
};

export const NEW_NOTE = closed('A note.', MEMBERS, ['until', 'tags']);

export const NOTE = closed('A note of a user.', {
  id: integer('Number of the note.'),
  ...MEMBERS,
});
export const NOTE_EXAMPLE = {
  id: 7,
  time: 1_795_824_000_000,
  until: null,
  text: 'Version 2.3 deployed',
  tags: ['deploy'],
};
