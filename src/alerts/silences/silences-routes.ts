/** `/api/silences`: silenced alerts, which are not notified. */
import type { Schema } from '../../core/schema.ts';
import { type Schedule, scheduleProblem } from './schedule.ts';
import { isBroad, LONGEST_MS, type Silence, Silences } from './silences.ts';
import { ONLY_WITH_PASSWORD, refuse, withoutPassword } from '../../http/route/refusals.ts';
import { sendValue } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { saved } from '../../http/server/saved.ts';
import { jsonIn } from '../../http/server/require-json.ts';
import { closed, flag, text } from '../../core/shape.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import { documentQuery, readQuery, textQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access, Now } from '../../http/route/services.ts';
import { optional } from '../../core/parts/service.ts';
import { EventFolder } from '../../history/events/event-folder.ts';

const MOST_TYPE = 300;
const MOST_NOTE = 500;

const UNTIL: Schema = {
  type: ['integer', 'null'],
  description: 'Milliseconds since 1970; null: until the event ends, or with a schedule until it is removed.',
};
const TYPE = text(
  'The type of the events: `CPU_TOTAL`. `*` stands for any text, and alone for all alerts of the host. On a hub also `web/CPU_TOTAL` or ' +
    '`web/*` for a server, and `tag:prod` or `tag:prod/CPU_*` for servers with a tag.',
);
const NOTE: Schema = { ...text('Reason, shown to other users.'), maxLength: MOST_NOTE };
const TIME = text('Local time: `22:00`.');
const SCHEDULE = closed('Maintenance every week: the silence is in force at these times alone.', {
  days: {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 7 },
    description: 'Weekdays on which it begins; 1 is Monday.',
  },
  from: TIME,
  to: text('Local time at which it ends; on the next day where it is not later than `from`.'),
  zone: text('Time zone: `Europe/Berlin`.'),
});
const SILENCE = closed(
  'A silence.',
  {
    type: TYPE,
    note: NOTE,
    since: { type: 'integer', description: 'Milliseconds since 1970.' },
    until: UNTIL,
    schedule: SCHEDULE,
    author: text('Address of the client.'),
    active: flag('It holds back notifications now.'),
  },
  ['schedule', 'author'],
);
const EXAMPLE = {
  type: 'RAID_MD127',
  note: 'The disk is ordered.',
  since: 1_795_824_000_000,
  until: 1_795_910_400_000,
  author: '192.0.2.7',
  active: true,
};

const QUERY = { type: textQuery('The type of the events.', { required: true, example: EXAMPLE.type }) };

const uses = { silences: Silences, access: Access, now: Now, folder: optional(EventFolder) };

export const silencesRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/silences',
    access: 'viewer',
    uses,
    id: 'getSilences',
    tag: EVENTS,
    summary: 'Silenced alerts',
    description: 'Notifications for these alerts are suppressed; their events are listed as usual.',
    answer: closed('The silences.', {
      silences: { type: 'array', items: SILENCE },
      editable: flag('Alerts can be silenced here.'),
      reason: { type: ['string', 'null'], description: 'Reason why not; null where they can.' },
    }),
    says: 'Silences that are not over, the latest first.',
    example: { silences: [EXAMPLE], editable: true, reason: null },
    handler:
      ({ silences, access, folder }) =>
      (request, reply) => {
        const reason = refusalOf(access) ?? folder?.obstacle() ?? null;
        return sendValue(request, reply, { silences: shown(silences), editable: reason === null, reason });
      },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/silences',
    access: 'operator',
    uses,
    id: 'addSilence',
    tag: EVENTS,
    summary: 'Silence or acknowledge an alert',
    description: `${ONLY_WITH_PASSWORD} Replaces an earlier silence of the same type. When it ends, targets are notified of an event that is still ongoing. The content type must be JSON (415).`,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: closed('A silence.', { type: TYPE, note: NOTE, until: UNTIL, schedule: SCHEDULE }, [
            'note',
            'until',
            'schedule',
          ]),
          example: { type: EXAMPLE.type, note: EXAMPLE.note, until: null },
        },
      },
    },
    answer: SILENCE,
    says: 'The silence is in force.',
    example: EXAMPLE,
    refusals: { '400': 'BadQuery' },
    handler:
      ({ silences, access, now }) =>
      async (request, reply) => {
        refuse(refusalOf(access));
        const silence = silenceIn(jsonIn(request), now());
        const set = await saved('The silence', silences.set({ ...silence, author: request.ip }));
        return sendValue(request, reply, { ...set, active: silences.isInForce(set) });
      },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/silences',
    access: 'operator',
    uses,
    id: 'removeSilence',
    tag: EVENTS,
    summary: 'End a silence',
    description: ONLY_WITH_PASSWORD,
    parameters: documentQuery(QUERY),
    answer: { type: 'object', maxProperties: 0 },
    says: 'The silence has ended.',
    example: {},
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    handler:
      ({ silences, access, now }) =>
      async (request, reply) => {
        refuse(refusalOf(access));
        const { type } = readQuery(QUERY, request.query, now());
        if (!type) throw new ApiError(400, 'type must name the type of an alert');
        if (!(await saved('The silence', silences.remove(type))))
          throw new ApiError(404, 'There is no such silence');
        return sendValue(request, reply, {});
      },
  }),
];

const shown = (silences: Silences) =>
  silences.list().map((silence) => ({ ...silence, active: silences.isInForce(silence) }));

/** Why nothing can be silenced; null: it can. */
const refusalOf = (access: Access): string | null => withoutPassword(access, 'Alerts are silenced');

function silenceIn(body: unknown, now: number): Omit<Silence, 'since'> {
  const { type, note = '', until = null, schedule } = (body ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || type === '' || type.length > MOST_TYPE)
    throw new ApiError(400, 'type must name the type of an alert, such as CPU_TOTAL');
  if (typeof note !== 'string' || note.length > MOST_NOTE)
    throw new ApiError(400, `note must be a text of at most ${MOST_NOTE} characters`);
  if (until !== null && !isSoon(until, now))
    throw new ApiError(400, 'until must be a time of the next 90 days in milliseconds, or null');
  if (schedule === undefined) {
    if (until === null && isBroad({ type }))
      throw new ApiError(400, 'a type with * or a tag needs an end (until) or times (schedule)');
    return { type, note, until };
  }
  const problem = scheduleProblem(schedule);
  if (problem !== null) throw new ApiError(400, `${problem} (in schedule)`);
  const { days, from, to, zone } = schedule as Schedule;
  return { type, note, until, schedule: { days, from, to, zone } };
}

const isSoon = (until: unknown, now: number): until is number =>
  typeof until === 'number' && until > now && until <= now + LONGEST_MS;
