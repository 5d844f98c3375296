/** Silencing alerts. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { inQuery } from '../../openapi/parameters.ts';
import { closed, flag, text } from '../../openapi/schema-parts.ts';
import type { Described, Paths } from '../../openapi/types.ts';
import { EVENTS } from '../events/event-paths.ts';

const UNTIL: Schema = {
  type: ['integer', 'null'],
  description: 'Milliseconds since 1970; null: until the event ends.',
};
const TYPE = text('The type of the events: `CPU_TOTAL`.');
const NOTE: Schema = { ...text('Reason, shown to other users.'), maxLength: 500 };
const SILENCE = closed('A silence.', {
  type: TYPE,
  note: NOTE,
  since: { type: 'integer', description: 'Milliseconds since 1970.' },
  until: UNTIL,
});
const EXAMPLE = {
  type: 'RAID_MD127',
  note: 'The disk is ordered.',
  since: 1_795_824_000_000,
  until: 1_795_910_400_000,
};
const ONLY = 'Only where a password is set (403), and not for pages of other sites (403).';

export const silencesPaths = ({ hasSilences }: Described): Paths => (hasSilences ? paths() : {});

const paths = (): Paths => ({
  '/api/silences': {
    get: operation({
      id: 'getSilences',
      tag: EVENTS.name,
      summary: 'Silenced alerts',
      description: 'Notifications for these alerts are suppressed; their events are listed as usual.',
      answer: closed('The silences.', {
        silences: { type: 'array', items: SILENCE },
        editable: flag('Alerts can be silenced here.'),
        reason: { type: ['string', 'null'], description: 'Reason why not; null where they can.' },
      }),
      says: 'Silences in force, the latest first.',
      example: { silences: [EXAMPLE], editable: true, reason: null },
    }),
    post: operation({
      id: 'addSilence',
      tag: EVENTS.name,
      summary: 'Silence or acknowledge an alert',
      description: `${ONLY} Replaces an earlier silence of the same type. When it ends, targets are notified of an event that is still ongoing. The content type must be JSON (415).`,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: closed('A silence.', { type: TYPE, note: NOTE, until: UNTIL }, ['note', 'until']),
            example: { type: EXAMPLE.type, note: EXAMPLE.note, until: null },
          },
        },
      },
      answer: SILENCE,
      says: 'The silence is in force.',
      example: EXAMPLE,
      refusals: { '400': 'BadQuery' },
    }),
    delete: operation({
      id: 'removeSilence',
      tag: EVENTS.name,
      summary: 'End a silence',
      description: ONLY,
      parameters: [
        inQuery(
          'type',
          'The type of the events.',
          { type: 'string' },
          { required: true, example: EXAMPLE.type },
        ),
      ],
      answer: { type: 'object', maxProperties: 0 },
      says: 'The silence has ended.',
      example: {},
      refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    }),
  },
});
