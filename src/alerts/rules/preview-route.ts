/** `/api/alerts/preview`: number of past notifications of a value with proposed thresholds. */
import { type Threshold, THRESHOLDS } from '../../core/level-rule.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { DelayKey } from '../../measure/levels/alert-delays.ts';
import { type Preview, previewOf, type Trial } from './preview.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { sendValue } from '../../http/server/answer.ts';
import { placeOf } from '../../http/server/client.ts';
import { ApiError } from '../../http/server/errors.ts';
import { closed, flag, integer, listOf, number, oneOf, orNull, text } from '../../core/shape.ts';
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

/** The reply. */
export interface PreviewReply extends Omit<Preview, 'delays' | 'firings'> {
  readonly warning_for: number;
  readonly critical_for: number;
  readonly clear_for: number;
  readonly firings: readonly (Omit<Preview['firings'][number], 'isFlapping'> & {
    readonly flapping: boolean;
  })[];
}

const NUMBER = orNull(number());
const MS = orNull(integer('Milliseconds since 1970.'));
const SECONDS = orNull(integer(undefined, { 'x-unit': 'second' }));
const COUNT = integer('Notified alerts.');

const PREVIEW = closed('Alerts that would have been notified.', {
  type: text('Type of the events.'),
  series: text('Series that was replayed.'),
  unit: orNull(text('Unit of the thresholds.')),
  thresholds: closed('Thresholds of the trial.', { careful: NUMBER, warning: NUMBER, critical: NUMBER }),
  warning_for: SECONDS,
  critical_for: SECONDS,
  clear_for: SECONDS,
  since: { ...MS, description: 'First recorded minute; null: there is no history.' },
  spans: listOf(
    closed('The last days.', {
      days: integer(),
      count: COUNT,
      longest: { ...SECONDS, description: 'Longest alert; null: there was none.' },
      shortest: { ...SECONDS, description: 'Shortest alert.' },
    }),
  ),
  firings: listOf(
    closed('An alert.', {
      begin: { ...MS, description: 'Time of the notification.' },
      end: { ...MS, description: 'Time at which the end is notified; null: ongoing.' },
      state: oneOf(['WARNING', 'CRITICAL']),
      worst: number('Worst minute, in the unit of the series.'),
      flapping: flag('Notified as flapping.'),
    }),
  ),
  left: integer('Older alerts that are not listed.'),
  alternatives: listOf(
    closed('Another number in place of one of the trial.', {
      key: oneOf(['threshold', 'for']),
      value: number(),
      count: COUNT,
    }),
  ),
});

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
          const { delays, firings, ...rest } = preview;
          const answer: PreviewReply = {
            ...rest,
            warning_for: delays.warningFor,
            critical_for: delays.criticalFor,
            clear_for: delays.clearFor,
            firings: firings.map(({ isFlapping, ...firing }) => ({ ...firing, flapping: isFlapping })),
          };
          return sendValue(request, reply, answer);
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
