/** `/api/silences`: silenced alerts, which are not notified. */
import { isBroad, LONGEST_MS, NEW_SILENCE, SILENCE, type Silence, Silences } from './silences.ts';
import { ONLY_WITH_PASSWORD, refuse, withoutPassword } from '../../http/route/refusals.ts';
import { answering } from '../../http/server/answer.ts';
import { authorOf } from '../../http/server/client.ts';
import { ApiError } from '../../http/server/errors.ts';
import { saved } from '../../http/server/saved.ts';
import { bodyOf } from '../../http/server/require-json.ts';
import { closed, extended, flag, listOf, NOTHING, orNull, text, type TypeOf } from '../../core/shape.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import { documentQuery, readQuery, textQuery } from '../../http/route/query.ts';
import { jsonBody } from '../../http/openapi/parameters.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access, Now } from '../../http/route/services.ts';
import { optional } from '../../core/parts/service.ts';
import { EventFolder } from '../../history/events/event-folder.ts';

const SHOWN = extended(SILENCE, { active: flag('Whether it suppresses notifications now.') });
const EXAMPLE = {
  type: 'RAID_MD127',
  note: 'The disk is ordered.',
  since: 1_795_824_000_000,
  until: 1_795_910_400_000,
  author: 'ops',
  active: true,
};

const QUERY = { type: textQuery('The type of the events.', { required: true, example: EXAMPLE.type }) };

const uses = { silences: Silences, access: Access, now: Now, folder: optional(EventFolder) };

export const silencesRoutes = [
  defineRoute({
    path: '/api/silences',
    access: 'viewer',
    uses,
    id: 'getSilences',
    tag: EVENTS,
    summary: 'Silenced alerts',
    description: 'Notifications for these alerts are suppressed; their events are listed as usual.',
    answer: closed('The silences.', {
      silences: listOf(SHOWN),
      editable: flag('Whether alerts can be silenced.'),
      reason: orNull(text('Reason why not; null where `editable` is true.')),
    }),
    says: 'Silences that have not ended, the latest first.',
    example: { silences: [EXAMPLE], editable: true, reason: null },
    handler: answering(({ silences, access, folder }) => {
      const reason = refusalOf(access) ?? folder?.obstacle() ?? null;
      return { silences: shown(silences), editable: reason === null, reason };
    }),
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
    body: jsonBody(NEW_SILENCE, { type: EXAMPLE.type, note: EXAMPLE.note, until: null }),
    answer: SHOWN,
    says: 'The silence is in force.',
    example: EXAMPLE,
    refusals: { '400': 'BadQuery' },
    handler: answering(async ({ silences, access, now }, request) => {
      refuse(refusalOf(access));
      const silence = silenceIn(bodyOf(request, NEW_SILENCE), now());
      const set = await saved('The silence', silences.set({ ...silence, author: authorOf(request) }));
      return { ...set, active: silences.isInForce(set) };
    }),
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
    answer: NOTHING,
    says: 'The silence has ended.',
    example: {},
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    handler: answering(async ({ silences, access, now }, request) => {
      refuse(refusalOf(access));
      const { type } = readQuery(QUERY, request.query, now());
      if (!type) throw new ApiError(400, 'type must name the type of an alert');
      if (!(await saved('The silence', silences.remove(type))))
        throw new ApiError(404, 'There is no such silence');
      return {};
    }),
  }),
];

const shown = (silences: Silences) =>
  silences.list().map((silence) => ({ ...silence, active: silences.isInForce(silence) }));

/** Why nothing can be silenced; null: it can. */
const refusalOf = (access: Access): string | null =>
  withoutPassword(
    access,
    'Alerts are silenced only where a password is set: start the agent with --password',
  );

function silenceIn(
  { type, note = '', until = null, schedule }: TypeOf<typeof NEW_SILENCE>,
  now: number,
): Omit<Silence, 'since'> {
  if (until !== null && (until <= now || until > now + LONGEST_MS))
    throw new ApiError(400, 'until must be a time of the next 90 days in milliseconds, or null');
  if (schedule === undefined) {
    if (until === null && isBroad({ type }))
      throw new ApiError(400, 'a type with * or a tag needs an end (until) or times (schedule)');
    return { type, note, until };
  }
  const { days, from, to, zone } = schedule;
  return { type, note, until, schedule: { days, from, to, zone } };
}
