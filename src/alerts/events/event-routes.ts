/** `/api/events`: ongoing and recent alerts. `/events/clear/…`: removes events from the list of the alert plugin. */
import { answering } from '../../http/server/answer.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import { closed, NOTHING } from '../../core/shape.ts';
import { shownEvent } from '../../history/routes/past-events.ts';
import { EVENTS as SCHEMA } from '../../history/routes/range-schemas.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { defineRoute, type Route } from '../../http/route/route.ts';

const EXAMPLE = {
  id: 1_795_824_012,
  plugin: 'fs',
  field: 'FS_FULL',
  identity: '/home',
  stat: 'fs_full_/home',
  begin: 1_795_824_000,
  end: -1,
  state: 'CRITICAL',
  type: 'FS_FULL_/HOME',
  max: 97,
  avg: 97,
  min: 97,
  sum: 97,
  count: 1,
  top: [],
  desc: '',
  sort: 'cpu_percent',
  global_msg: 'EVENTS history',
  culprits: null,
  kind: 'FS_FULL',
  subject: '/home',
  sentence: '/home is 97 % full, with 850 MiB free.',
  details: { cause: 'space', percent: 97, free_bytes: 891_289_600 },
  since_before_startup: false,
  link: '#at=1795824000000&panel=alerts',
};

const clear = (which: 'all' | 'warning', id: string, summary: string): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/4/events/clear/${which}`,
    access: 'operator',
    uses: { agent: AgentParts },
    id,
    tag: EVENTS,
    summary,
    description:
      'Ongoing events leave the list too. They return when they become critical, or when their value enters the alarm again. The request has no body.',
    answer: NOTHING,
    says: 'Done.',
    example: {},
    handler: answering(({ agent }) => {
      agent.events?.clear(which);
      return {};
    }),
  });

export const eventRoutes = [
  defineRoute({
    path: '/api/events',
    access: 'viewer',
    uses: { agent: AgentParts },
    id: 'getEvents',
    tag: EVENTS,
    summary: 'Ongoing and recent alerts',
    description:
      'Events of `/api/4/alert` with kind, subject, sentence and details, and ongoing ones that were cleared. `/api/history/events` has older ones in the same form.',
    answer: closed('The events.', { events: SCHEMA }),
    says: 'Events, the latest first.',
    example: { events: [EXAMPLE] },
    handler: answering(({ agent }) => ({ events: (agent.events?.recent() ?? []).map(shownEvent) })),
  }),
  clear('all', 'clearEvents', 'Remove all events'),
  clear('warning', 'clearWarnings', 'Remove events that were never critical'),
];
