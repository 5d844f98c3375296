/** `/api/alerts/preview`: number of past notifications of a value with proposed thresholds. */
import { type Threshold, THRESHOLDS } from '../../core/level-rule.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { DelayKey } from '../../measure/levels/alert-delays.ts';
import { PREVIEW, previewOf, type Trial } from './preview.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { sendValue } from '../../http/server/answer.ts';
import { placeOf } from '../../http/server/client.ts';
import { ApiError } from '../../http/server/errors.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import { type AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import { documentQuery, integerQuery, numberQuery, readQuery, textQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { HISTORY, ownHistory } from '../../history/routes/opened-archive.ts';

const DAY = 86_400;

const threshold = (name: Threshold) =>
  numberQuery(
    `Threshold to try for ${name}, in the unit of the compared value; 0: none; default: as configured.`,
  );
const seconds = (what: string) =>
  integerQuery(`Seconds ${what}; default: as configured.`, { minimum: 0, maximum: DAY });

const clear = (level: string) =>
  numberQuery(
    `Value beyond which a ${level} is over; 0: 3 % of the scale from its threshold; default: as configured.`,
  );

const QUERY = {
  type: textQuery('Type of the events, as in `/api/levels`.', { required: true, example: 'CPU_TOTAL' }),
  careful: threshold('careful'),
  warning: threshold('warning'),
  critical: threshold('critical'),
  warning_for: seconds('for which a warning lasts before it is notified'),
  critical_for: seconds('for which a critical level lasts before it is notified'),
  clear_for: seconds('after which an alert that is over is notified as ended'),
  warning_clear: clear('warning'),
  critical_clear: clear('critical level without warnings'),
};

/** Throws an `ApiError` if nothing of this type is judged. */
function findVerdict({ plugins, levels, store }: AgentParts, type: string): [string, LevelVerdict] {
  for (const { name } of plugins) {
    const found = levels
      .judgeOf(name)(store.latest(name).value)
      .findLast(({ stat }) => stat.toUpperCase() === type);
    if (found !== undefined) return [name, found];
  }
  throw new ApiError(404, `There is no judged value of the type ${type}: /api/levels lists them as stat`);
}

export const previewRoute = defineRoute({
  path: '/api/alerts/preview',
  access: 'viewer',
  uses: HISTORY,
  id: 'getAlertPreview',
  tag: EVENTS,
  summary: 'How often an alert would have been notified',
  description:
    'Replays the averages of the minutes on disk, up to 90 days, with the configured numbers or those of the query. ' +
    'Alerts shorter than a minute do not show.',
  parameters: documentQuery(QUERY),
  answer: PREVIEW,
  says: 'The preview.',
  example: {
    type: 'CPU_TOTAL',
    series: 'cpu/total',
    unit: 'percent',
    thresholds: { careful: 65, warning: 75, critical: 85 },
    warning_for: 300,
    critical_for: 60,
    clear_for: 60,
    since: 1_795_824_000_000,
    spans: [
      { days: 7, count: 1, longest: 840, shortest: 840 },
      { days: 30, count: 1, longest: 840, shortest: 840 },
      { days: 90, count: 1, longest: 840, shortest: 840 },
    ],
    firings: [
      {
        begin: 1_795_824_060_000,
        end: 1_795_824_900_000,
        state: 'CRITICAL',
        worst: 98.2,
        flapping: false,
      },
    ],
    left: 0,
    alternatives: [{ key: 'for', value: 900, count: 0 }],
  },
  refusals: { '400': 'BadQuery', '404': 'UnknownName', '503': 'NoArchive' },
  handler(given) {
    const { agent, now } = given;
    const line = limiterOfLongRequests();
    const pluginsOf = (type: string): string[] =>
      agent.plugins.map(({ name }) => name).filter((name) => type.startsWith(name.toUpperCase()));
    return async (request, reply) => {
      const query = readQuery(QUERY, request.query, now());
      const { type } = query;
      if (!type) throw new ApiError(400, 'type must name the type of an alert, such as CPU_TOTAL');
      const past = ownHistory(given, request);
      const wanted = type.toUpperCase();
      return whenSampled(agent, pluginsOf(wanted), () =>
        line.run(placeOf(request, reply), async () => {
          const [plugin, verdict] = findVerdict(agent, wanted);
          const preview = await previewOf({
            plugin,
            verdict,
            trial: trialOf(query),
            source: past,
            now: now(),
            from: null,
          });
          if (preview === null)
            throw new ApiError(404, `${type} has no thresholds, or no history that could be replayed`);
          return sendValue(request, reply, preview);
        }),
      );
    };
  },
});

type Given = Readonly<Record<Threshold | DelayKey, number | null>>;

/** Parses a trial. As in the configuration, a threshold of 0 counts as not set. */
function trialOf(query: Given): Trial {
  const { warning_for: warningFor, critical_for: criticalFor, clear_for: clearFor } = query;
  const { warning_clear: warningClear, critical_clear: criticalClear } = query;
  return {
    thresholds: Object.fromEntries(
      THRESHOLDS.filter((name) => query[name] !== null).map((name) => [name, query[name] || null]),
    ),
    delays: {
      ...(warningFor !== null && { warningFor }),
      ...(criticalFor !== null && { criticalFor }),
      ...(clearFor !== null && { clearFor }),
      ...(warningClear !== null && { warningClear: warningClear || null }),
      ...(criticalClear !== null && { criticalClear: criticalClear || null }),
    },
  };
}
