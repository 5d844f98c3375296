/** `GET /api/values?of=cpu:total,mem:percent`: single values of several plugins at once, for programs that watch many hosts. */
import type { PluginValue, Served } from '../../core/served.ts';
import { type Column, parseColumns } from '../../core/columns.ts';
import { nameSeries } from '../../core/series-name.ts';
import { OptionError } from '../../core/option-parse.ts';
import type { Plugin } from '../../core/plugin.ts';
import { PLANNED_STOP_HEADER } from '../../net/agents/planned-stop.ts';
import type { SampleSpan } from '../../net/agents/values/extract.ts';
import { viewsOf } from '../../measure/levels/views.ts';
import { sendValue } from '../../http/server/answer.ts';
import { AlertBoard } from '../../core/alert.ts';
import { AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import { ServedVersion } from '../../http/route/services.ts';
import { ServedJsonCache } from '../json-cache/json-cache.ts';
import { optional, type Resolved } from '../../core/parts/service.ts';
import { HubPolls } from './hub-polls.ts';
import { ApiError } from '../../http/server/errors.ts';
import { itemOf, member } from '../json-cache/items.ts';
import {
  anyObject,
  closed,
  flag,
  integer,
  listOf,
  mapOf,
  number,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { DECORATION, SCALAR } from '../../http/openapi/schema-parts.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { documentQuery, flagQuery, integerQuery, listQuery, readQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';

const VALUE = closed(
  'A value.',
  {
    value: SCALAR,
    decoration: DECORATION,
    span: closed('Statistics of the samples of the last `seconds`.', {
      avg: number('Average.'),
      min: number('Minimum.'),
      max: number('Maximum.'),
    }),
  },
  ['span'],
);
type ShownValue = TypeOf<typeof VALUE>;

const VALUES = closed(
  'Single values.',
  {
    version: text('Version of the service.'),
    values: mapOf(
      'Named by plugin, field and identity, joined by `_`. Values that do not exist are left out.',
      VALUE,
    ),
    verdict: ref('schemas', 'MachineVerdict'),
    notified: listOf(ref('schemas', 'NotifiedAlert'), {
      description: 'Alerts whose delay before notification has passed, and moments of the last hour.',
      maxItems: 100,
    }),
  },
  ['verdict', 'notified'],
);

const NOTIFIED = closed(
  'An alert that targets are notified of.',
  {
    id: integer('Number of the alert, the same throughout its life.'),
    plugin: text('Name of the plugin.'),
    field: text('Name of the value, or of the alert kind.'),
    identity: orNull(text('Identity of the item; null where there are no items.')),
    stat: text('The type in lower case.'),
    event: anyObject(
      'As in `/api/4/alert`; `end` is -1 while it lasts. A moment has the same `begin` and `end`.',
    ),
    cleared: flag('Whether the list of events hides it.'),
    finding: anyObject('What its alert kind has found: kind, label, sentence, details.'),
    reading: anyObject('Newest value in alarm, threshold and unit.'),
    silenced: flag('Whether it is acknowledged or silenced.'),
  },
  ['cleared', 'finding', 'reading'],
);

const LONGEST_SPAN_S = 3600;

const QUERY = {
  of: listQuery(
    'Requested values: `plugin:field`, or `plugin:field:identity` for plugins that list items; at most 30.',
    { isCommaSeparated: true, example: ['cpu:total', 'fs:percent:/'] },
  ),
  seconds: integerQuery('Adds average, minimum and maximum over this number of seconds, as `span`.', {
    minimum: 1,
    maximum: LONGEST_SPAN_S,
  }),
  verdict: flagQuery('Adds the list of alerts, as `verdict`.'),
  notified: flagQuery('Adds the notified alerts, as `notified`.'),
};

const uses = {
  agent: AgentParts,
  alerts: AlertBoard,
  jsonCache: ServedJsonCache,
  hubs: optional(HubPolls),
  version: ServedVersion,
} as const;

export const valuesRoute = defineRoute({
  path: '/api/values',
  access: 'viewer',
  uses,
  id: 'getValues',
  tag: FLEET,
  summary: 'Single values of several plugins at once',
  description: 'For programs that watch many hosts: a short answer that includes levels.',
  parameters: documentQuery(QUERY),
  answer: VALUES,
  schemas: { NotifiedAlert: NOTIFIED },
  says: 'The values that exist.',
  example: { version: '4.0.0', values: { cpu_total: { value: 12.3, decoration: 'OK_LOG' } } },
  refusals: { '400': 'BadQuery' },
  handler(given) {
    const { version, agent, alerts, hubs } = given;
    const byName = new Map(agent.plugins.map((plugin) => [plugin.name, plugin]));
    return (request, reply) => {
      const plannedStop = request.headers[PLANNED_STOP_HEADER];
      if (plannedStop !== undefined) hubs?.note(request.ip, plannedStop);
      const { of, seconds, verdict, notified } = readQuery(QUERY, request.query, 0);
      const columns = parseNames(of);
      const plugins = [...new Set(columns.map(({ plugin }) => plugin))].filter((name) => byName.has(name));
      return whenSampled(agent, plugins, () => {
        const values = columns.flatMap((column) => {
          const plugin = byName.get(column.plugin);
          const shown = plugin && shownValue(given, plugin, column);
          const span = shown && seconds !== null && spanOf(agent, column, seconds);
          return shown ? [[column.key, { ...shown, ...(span && { span }) }] as const] : [];
        });
        return sendValue(request, reply, {
          version,
          values: Object.fromEntries(values),
          ...(verdict && { verdict: alerts.verdict() }),
          ...(notified && { notified: alerts.notified() }),
        });
      });
    };
  },
});

/** Null for what is not recorded, and for pauses. */
function spanOf({ store }: AgentParts, { plugin, field, item }: Column, seconds: number): SampleSpan | null {
  const { time } = store.latest(plugin);
  if (time === null) return null;
  const { name } = nameSeries(field, item);
  const { values } = store.history(plugin).recent(name, LONGEST_SPAN_S, time - seconds * 1000);
  if (values.length === 0) return null;
  const avg = values.reduce((sum, one) => sum + one, 0) / values.length;
  return { avg, min: Math.min(...values), max: Math.max(...values) };
}

/** Names with commas are escaped one by one. Throws 400. */
function parseNames(names: readonly string[]): Column[] {
  try {
    return parseColumns(names);
  } catch (error) {
    throw error instanceof OptionError ? new ApiError(400, `of: ${error.message}`) : error;
  }
}

/** Undefined for unknown fields, and for values that are not single. */
function shownValue(
  { agent, jsonCache }: Resolved<typeof uses>,
  plugin: Plugin,
  column: Column,
): ShownValue | undefined {
  const { field, item } = column;
  const latest = agent.store.latest(plugin.name).value;
  const source = sourceOf(plugin, latest, item);
  const value = source && member(source, field);
  if (source === undefined || (typeof value === 'object' && value !== null) || value === undefined)
    return undefined;
  const views = viewsOf(jsonCache.viewsSource(plugin), plugin.shape === 'list' ? [source] : latest);
  const own = item === null ? views : member(views, item);
  const view = typeof own === 'object' && own !== null ? member(own as Served, field) : undefined;
  const { decoration = 'DEFAULT' } = (view ?? {}) as { decoration?: string };
  return { value: value as ShownValue['value'], decoration };
}

function sourceOf(plugin: Plugin, value: PluginValue, item: string | null): Served | undefined {
  if (plugin.shape === 'object') return item === null ? (value as Served) : undefined;
  return plugin.shape === 'list' && item !== null ? itemOf(plugin, value, item) : undefined;
}
